/** Labels of a repository and of a pull request, with GitHub's limits. */
import { created, ok, paged, type Answer } from "./answer.ts";
import { isJsonObject, list, text, textOr, texts, type RepositoryCall } from "./call.ts";
import { publishPull } from "./payloads.ts";
import { recordEvent, type Pull } from "./pull.ts";
import { labelsOf, labelView } from "./pull-view.ts";
import { needPull } from "./pulls.ts";
import { invalidField, limitLength, notFound } from "./refusal.ts";
import { findLabel, type Label } from "./repository.ts";

/** `GET …/labels` */
export const listLabels = (call: RepositoryCall): Answer =>
  paged(call, [...call.repository.labels.values()], (label) => labelView(call.world, call.repository, label));

/** `GET …/labels/{name}` */
export function getLabel({ world, repository, params }: RepositoryCall): Answer {
  const label = findLabel(repository, params["name"] ?? "");
  if (label === undefined) throw notFound();
  return ok(labelView(world, repository, label));
}

/** `POST …/labels`: 422 `already_exists` for a name that is there in any case. */
export function createLabel(call: RepositoryCall): Answer {
  const { world, repository, body } = call;
  const name = textOr(body, "name", "");
  const description = text(body, "description");
  limitLength("Label", "description", description ?? "", 100);
  const color = text(body, "color");
  if (color !== undefined && !/^[0-9a-f]{6}$/i.test(color)) throw invalidField("Label", "color");
  if (findLabel(repository, name) !== undefined) throw invalidField("Label", "name", "already_exists");
  return created(labelView(world, repository, addLabel(call, name, color ?? "ededed", description ?? null)));
}

function addLabel(
  { world, repository }: RepositoryCall,
  name: string,
  color: string,
  description: string | null,
): Label {
  if (name.trim() === "") throw invalidField("Label", "name", "missing_field");
  limitLength("Label", "name", name, 50);
  const label: Label = { id: world.nextId(), name, color, description };
  repository.labels.set(name.toLowerCase(), label);
  return label;
}

/** `GET …/issues/{issue_number}/labels` */
export function listPullLabels(call: RepositoryCall): Answer {
  const pull = needPull(call, "issue_number");
  return paged(call, labelsOf(call.world, call.repository, pull), (label) => label);
}

/** `POST …/issues/{issue_number}/labels`: a name nobody had yet becomes a label; one already on it stays, silently. */
export function addLabels(call: RepositoryCall): Answer {
  const { world, repository, body } = call;
  const pull = needPull(call, "issue_number", true);
  const objects = list(body, "labels").filter(isJsonObject);
  const names = [...texts(body, "labels"), ...objects.map((one) => textOr(one, "name", ""))];
  for (const name of names) limitLength("Label", "name", name, 50);
  for (const name of names) {
    const label = findLabel(repository, name) ?? addLabel(call, name, "ededed", null);
    if (pull.labels.includes(label.name.toLowerCase())) continue;
    pull.labels.push(label.name.toLowerCase());
    tell(call, pull, "labeled", label);
  }
  return ok(labelsOf(world, repository, pull));
}

/** `DELETE …/issues/{issue_number}/labels/{name}`: 404 when it is not there. */
export function removeLabel(call: RepositoryCall): Answer {
  const { world, repository, params } = call;
  const pull = needPull(call, "issue_number", true);
  const label = findLabel(repository, params["name"] ?? "");
  const at = label === undefined ? -1 : pull.labels.indexOf(label.name.toLowerCase());
  if (label === undefined || at < 0) throw notFound("Label does not exist");
  pull.labels.splice(at, 1);
  tell(call, pull, "unlabeled", label);
  return ok(labelsOf(world, repository, pull));
}

function tell(
  { world, repository, actor }: RepositoryCall,
  pull: Pull,
  event: "labeled" | "unlabeled",
  label: Label,
): void {
  recordEvent(world, pull, actor, event, { label: { name: label.name, color: label.color } });
  publishPull(world, repository, pull, event, actor, { label: labelView(world, repository, label) });
}
