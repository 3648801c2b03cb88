/** What is known by example of a format: a plain string of it, and a pattern for many more. */
interface Examples {
  readonly plain: string;
  /** All words of it are of the format; the format may have others. */
  readonly pattern: string;
}

const YEAR_TO_DAY = "[12]\\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])";
const CLOCK = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?";
const ZONE = "(?:[Zz]|[+-](?:0\\d|1[0-3]):[0-5]\\d)";
const LABEL = "[A-Za-z0-9]{1,20}(?:-[A-Za-z0-9]{1,20})?";
const HOST = `(?:${LABEL}\\.)*${LABEL}`;
const DOMAIN = "(?:[A-Za-z0-9]+\\.)+[A-Za-z]{2,9}";
const REST = "(?:/[A-Za-z0-9._~?=&-]*)?";
const ABSOLUTE = `(?:[A-Za-z][A-Za-z0-9+.-]*:[A-Za-z0-9]+|https?://[A-Za-z0-9.:]+${REST})`;
const REFERENCE = `(?:${ABSOLUTE}|(?:[A-Za-z0-9._~-]+)?${REST}(?:#[A-Za-z0-9]*)?)`;
const HEX = "[0-9A-Fa-f]";
const OCTET = "(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])";
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`;
const BASE64 = "[A-Za-z0-9+/]";
const STEPS = "(?:/(?:[A-Za-z0-9_.-]|~[01])*)*";

const uri: Examples = { plain: "https://a.co/", pattern: `^${ABSOLUTE}$` };
const reference: Examples = { plain: "/a", pattern: `^${REFERENCE}$` };
const email: Examples = {
  plain: "a@b.co",
  pattern: `^[A-Za-z0-9_+-]+(?:\\.[A-Za-z0-9]+)*@[A-Za-z0-9]{1,40}(?:\\.[A-Za-z]{2,9})+$`,
};
const hostname: Examples = { plain: "a.co", pattern: `^${HOST}$` };

/**
 * Examples of the formats of strings, so that a candidate may satisfy one. They prove nothing: of a format only the
 * name is known, and whatever is found with them ajv has to confirm.
 */
export const EXAMPLES: ReadonlyMap<string, Examples> = new Map(
  Object.entries({
    date: { plain: "2024-01-01", pattern: `^${YEAR_TO_DAY}$` },
    "date-time": { plain: "2024-01-01T00:00:00Z", pattern: `^${YEAR_TO_DAY}[Tt]${CLOCK}${ZONE}$` },
    "iso-date-time": { plain: "2024-01-01T00:00:00", pattern: `^${YEAR_TO_DAY}[Tt ]${CLOCK}${ZONE}?$` },
    time: { plain: "00:00:00Z", pattern: `^${CLOCK}${ZONE}$` },
    "iso-time": { plain: "00:00:00", pattern: `^${CLOCK}${ZONE}?$` },
    duration: {
      plain: "P1D",
      pattern: "^P(?:\\d+[YMWD]|\\d+D(?:T\\d+H(?:\\d+M(?:\\d+S)?)?)|T\\d+[HMS])$",
    },
    email,
    "idn-email": email,
    hostname,
    "idn-hostname": hostname,
    ipv4: { plain: "127.0.0.1", pattern: `^${IPV4}$` },
    ipv6: {
      plain: "::1",
      pattern: `^(?:(?:${HEX}{1,4}:){7}${HEX}{1,4}|(?:${HEX}{1,4}:){1,6}:${HEX}{1,4}|::ffff:${IPV4}|::${HEX}{0,4})$`,
    },
    uri,
    iri: uri,
    url: { plain: "https://a.co/", pattern: `^(?:https?|ftp)://${DOMAIN}(?::\\d{2,5})?${REST}$` },
    "uri-reference": reference,
    "iri-reference": reference,
    "uri-template": { plain: "/a/{b}", pattern: "^(?:[A-Za-z0-9/._-]|\\{[a-z]+\\})*$" },
    uuid: {
      plain: "00000000-0000-4000-8000-000000000000",
      pattern: `^${HEX}{8}-(?:${HEX}{4}-){3}${HEX}{12}$`,
    },
    "json-pointer": { plain: "/a", pattern: `^${STEPS}$` },
    "json-pointer-uri-fragment": { plain: "#/a", pattern: `^#${STEPS}$` },
    "relative-json-pointer": { plain: "0/a", pattern: `^(?:0|[1-9]\\d*)(?:#|${STEPS})$` },
    regex: { plain: "^a$", pattern: "^\\^?[A-Za-z0-9.]*\\$?$" },
    byte: { plain: "YQ==", pattern: `^(?:${BASE64}{4})*(?:${BASE64}{2}==|${BASE64}{3}=)?$` },
  }),
);
