import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

// Groups that still may have a process in them; what ends toolcard ends them too.
const groups = new Set<number>();

/** Makes the group that this child leads end with toolcard at the latest. The child was spawned `detached`. */
export function adopt(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (groups.size === 0) {
    process.on("exit", killAll);
    for (const name of SIGNALS) process.on(name, interrupted);
  }
  groups.add(child.pid);
}

/**
 * Ends every process of a child's group: SIGTERM, and after `graceMs` SIGKILL. npx and shells start processes of their
 * own, which a signal to the child alone would leave behind. True when all were gone before they had to be killed.
 */
export async function endGroup(child: ChildProcess, graceMs: number): Promise<boolean> {
  const { pid } = child;
  if (pid === undefined) return true;
  const left = !signal(pid, "SIGTERM") || (await gone(pid, graceMs));
  if (!left) signal(pid, "SIGKILL");
  forget(pid);
  return left;
}

/** Kills every process of a child's group at once. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  signal(child.pid, "SIGKILL");
  forget(child.pid);
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function forget(pid: number): void {
  groups.delete(pid);
  if (groups.size > 0) return;
  process.off("exit", killAll);
  for (const name of SIGNALS) process.off(name, interrupted);
}

function killAll(): void {
  for (const pid of groups) signal(pid, "SIGKILL");
}

// A detached group does not get the terminal's Ctrl-C.
function interrupted(name: NodeJS.Signals): void {
  killAll();
  process.off(name, interrupted);
  if (process.listenerCount(name) === 0) process.kill(process.pid, name);
}

async function gone(pid: number, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (performance.now() < end) {
    if (!signal(pid, 0)) return true;
    await sleep(5);
  }
  return !signal(pid, 0);
}

/** Sends a signal to a whole group; false when nobody is left in it. Windows has no groups: there only the child. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(process.platform === "win32" ? pid : -pid, name);
  } catch {
    return false;
  }
}
