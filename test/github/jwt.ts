/** JSON Web Tokens of a GitHub App: what it shows to get an installation's token. */
import { createSign } from "node:crypto";

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token of an App, signed with its PEM key. `lasts`: seconds; GitHub takes at most 600, and a minute for clocks. */
export function createAppJwt(app: number, privateKey: string, lasts = 540): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = `${encode({ alg: "RS256", typ: "JWT" })}.${encode({ iat: now - 60, exp: now + lasts, iss: String(app) })}`;
  return `${claims}.${createSign("RSA-SHA256").update(claims).sign(privateKey).toString("base64url")}`;
}
