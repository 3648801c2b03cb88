import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { LEVELS, type Level } from "./log.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What the App is set up with. */
export interface AppSettings {
  readonly appId: number;
  /** PEM. */
  readonly privateKey: string;
  readonly webhookSecret: string;
  /** The base of the REST API. */
  readonly apiUrl: string;
  readonly webhookPath: string;
  readonly host: string;
  readonly port: number;
  readonly logLevel: Level;
}

/**
 * Reads what the App is set up with: `APP_ID`, `PRIVATE_KEY` or `PRIVATE_KEY_PATH`, `WEBHOOK_SECRET`; where they are not as
 * usual also `GITHUB_API_URL`, `WEBHOOK_PATH`, `HOST`, `PORT`, `LOG_LEVEL`.
 * @throws Error that names every variable that is missing or wrong, and never what is in it
 */
export function readSettings(environment: Environment): AppSettings {
  const problems: string[] = [];
  const text = (name: string, otherwise = "") => (environment[name] ?? "").trim() || otherwise;
  const need = <T>(value: T | undefined, problem: string, otherwise: T): T => {
    if (value === undefined) problems.push(problem);
    return value ?? otherwise;
  };
  const secret = text("WEBHOOK_SECRET");
  const settings: AppSettings = {
    appId: need(numberIn(text("APP_ID"), 1, Number.MAX_SAFE_INTEGER), "APP_ID: the App's number", 0),
    privateKey: need(
      privateKey(text("PRIVATE_KEY"), text("PRIVATE_KEY_PATH")),
      "PRIVATE_KEY (or PRIVATE_KEY_PATH, a file): the App's private key, as PEM or as base64 of that",
      "",
    ),
    webhookSecret: need(
      secret === "" ? undefined : secret,
      "WEBHOOK_SECRET: what the App's webhooks are signed with",
      "",
    ),
    apiUrl: need(
      urlIn(text("GITHUB_API_URL", "https://api.github.com")),
      "GITHUB_API_URL: the URL of GitHub's REST API",
      "",
    ),
    webhookPath: need(
      pathIn(text("WEBHOOK_PATH", "/api/github/webhooks")),
      "WEBHOOK_PATH: a path, as /api/github/webhooks",
      "",
    ),
    host: text("HOST", "localhost"),
    port: need(numberIn(text("PORT", "3000"), 0, 65_535), "PORT: a number up to 65535", 0),
    logLevel: need(
      LEVELS.find((level) => level === text("LOG_LEVEL", "info")),
      `LOG_LEVEL: ${LEVELS.join(", ")}`,
      "info",
    ),
  };
  if (problems.length === 0) return settings;
  const said = problems.map((problem) => `- ${problem}`).join("\n");
  throw new Error(`the App can't start; these variables are missing or wrong (docs/app.md):\n${said}`);
}

function numberIn(text: string, least: number, most: number): number | undefined {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

function urlIn(text: string): string | undefined {
  const url = URL.parse(text);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && url.username === "");
  return isSafe ? text.replace(/\/+$/, "") : undefined;
}

function pathIn(text: string): string | undefined {
  return /^\/[\w./-]+$/.test(text) ? text : undefined;
}

/** A key as it is, with `\n` for its line ends, or in base64: hosts differ in what a variable can hold. */
function privateKey(given: string, path: string): string | undefined {
  try {
    const text = given === "" && path !== "" ? readFileSync(path, "utf8") : given;
    const pem = text.includes("-----BEGIN") ? text : Buffer.from(text, "base64").toString("utf8");
    const key = pem.replaceAll(String.raw`\n`, "\n").trim();
    createPrivateKey(key);
    return `${key}\n`;
  } catch {
    return undefined;
  }
}
