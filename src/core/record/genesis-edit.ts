import { isObject } from "../json/value.ts";
import { editYaml } from "../yaml/edit.ts";
import { readYaml } from "../yaml/read.ts";

/**
 * The text of toolcard.yaml with `approval.genesis` in it: edited in place where there is one, else a new file.
 * @throws Error when the text is no mapping that can be edited
 */
export function withGenesis(text: string | undefined, genesis: string): string {
  const fresh = `approval:\n  genesis: ${genesis}\n`;
  if (text === undefined || isCommentsAlone(text)) return `${text ?? ""}${fresh}`;
  const read = readYaml(text, "toolcard.yaml");
  if (!read.ok || !isObject(read.value)) throw new Error("toolcard.yaml can't be read: run toolcard lint");
  const approval = read.value["approval"];
  const wanted = { ...read.value, approval: { ...(isObject(approval) ? approval : {}), genesis } };
  return editYaml(text, wanted);
}

function isCommentsAlone(text: string): boolean {
  return text.split("\n").every((line) => /^\s*(?:#|$)/.test(line));
}
