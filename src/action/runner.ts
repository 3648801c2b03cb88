import { appendFileSync } from "node:fs";

type Environment = Readonly<Record<string, string | undefined>>;

/** The largest summary of a step that GitHub takes, in bytes. */
const MOST_SUMMARY = 1024 * 1024;

/** What a step can tell its runner: https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
export interface Runner {
  /** Text for the log. Whatever is in it, the runner takes no line for a command. */
  log(text: string): void;
  /** An annotation: shown on the page of the run. */
  annotate(level: "error" | "warning", message: string): void;
  output(name: string, value: string): void;
  summary(markdown: string): void;
  /** Keeps a secret out of every later line: as it is, line by line, and in base64. */
  mask(secret: string): void;
}

/** The runner that started this process. Outputs and summary go to the files that it names, or nowhere. */
export function runnerOf(environment: Environment, write: (text: string) => void): Runner {
  const command = (name: string, value: string) => write(`::${name}::${escapeData(value)}\n`);
  return {
    log(text) {
      // As long as commands are stopped only the token starts them again, and no server can know it.
      const token = crypto.randomUUID();
      write(`::stop-commands::${token}\n${text.replace(/\n*$/, "\n")}::${token}::\n`);
    },
    annotate: command,
    output(name, value) {
      const file = environment["GITHUB_OUTPUT"];
      if (file === undefined || file === "") return;
      const end = `end-${crypto.randomUUID()}`;
      appendFileSync(file, `${name}<<${end}\n${value}\n${end}\n`);
    },
    summary(markdown) {
      const file = environment["GITHUB_STEP_SUMMARY"];
      if (file === undefined || file === "") return;
      appendFileSync(file, bounded(markdown));
    },
    mask(secret) {
      for (const form of formsOf(secret)) command("add-mask", form);
    },
  };
}

/** Whole lines, as many as a summary takes. */
function bounded(markdown: string): string {
  const bytes = Buffer.from(markdown);
  if (bytes.length <= MOST_SUMMARY) return markdown;
  const cut = "\nThe rest is left out: GitHub takes no more.\n";
  const end = bytes.lastIndexOf("\n", MOST_SUMMARY - cut.length - 1);
  return `${bytes.subarray(0, Math.max(end, 0)).toString()}${cut}`;
}

/** The forms that a secret is likely to be printed in. */
function formsOf(secret: string): Set<string> {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  const forms = new Set<string>();
  for (const text of [secret, ...lines]) {
    if (text.trim() === "") continue;
    const base64 = Buffer.from(text).toString("base64");
    for (const form of [text, base64, base64.replace(/=+$/, "")]) forms.add(form);
  }
  return forms;
}

/** So that no text ends a command, or begins one. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
