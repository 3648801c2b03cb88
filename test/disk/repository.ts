import { execFileSync } from "node:child_process";
import { folderWith } from "./folder.ts";

/** Runs git as a person of its own, with no settings but those given. */
export function git(folder: string, ...words: string[]): string {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"];
  const open = ["-c", "protocol.file.allow=always"];
  return execFileSync("git", [...who, ...open, ...words], {
    cwd: folder,
    encoding: "utf8",
    stdio: "pipe",
  }).trim();
}

/** A new repository with some files, none of them committed; gone when the test ends. */
export function newRepository(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = folderWith(files);
  git(folder, "init", "-q", "-b", "main");
  return folder;
}

let commits = 0;

/** Commits all that is there, also nothing new, and gives the commit. No two are alike. */
export function commitAll(folder: string): string {
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "--allow-empty", "-m", `commit ${++commits}`);
  return git(folder, "rev-parse", "HEAD");
}
