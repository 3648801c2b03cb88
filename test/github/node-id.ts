/** GitHub's global node ids: opaque to clients, so only made unique here. */

/** The node id of a thing: a prefix that says its kind, and its number or name. */
export const nodeId = (kind: string, id: number | string): string =>
  `${kind}_${Buffer.from(`${kind}:${id}`).toString("base64url")}`;
