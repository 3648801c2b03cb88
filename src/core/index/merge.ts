import { sortedBy } from "../json/order.ts";
import type { Reading } from "../reading/reading.ts";
import { sameAddress } from "../registry/address.ts";
import type { GrantsFile } from "../registry/grants.ts";
import { readRegistry, type Registry } from "../registry/registry.ts";
import { toolList } from "../tool/tool.ts";
import { byPlace } from "../registry/fault.ts";
import type { Index, IndexServer, IndexWarning } from "./model.ts";
import { serverOf } from "./server.ts";

/** What a merge goes by beside the registry and the readings. */
export interface MergeOptions {
  /** The present: what the age of readings is counted from. */
  readonly now: Date;
  /**
   * The last approved state of the registry, where approvals are in use: only what both allow passes (DESIGN §4). Left out
   * though `approval.genesis` says that they are, nothing is approved.
   */
  readonly approved?: Registry | undefined;
}

/**
 * Merges live tool lists under the cards of a registry (DESIGN §4): the live list may narrow what a card permits, and
 * never widens it. Several readings of one server may be given: the newest complete one that is fresh counts. A fault in
 * one file costs that file only; a tool whose schema is wrong costs that tool only. It never throws.
 */
export function mergeIndex(registry: Registry, readings: readonly Reading[], options: MergeOptions): Index {
  const { now } = options;
  // Where approvals are in use and their state is not given, nothing counts as approved.
  const isInUse = registry.settings.approval.genesis !== undefined;
  const approved = options.approved ?? (isInUse ? readRegistry(new Map()) : undefined);
  const { index } = registry.settings;
  const before = approved?.settings.index;
  const maxAgeMinutes = Math.min(index.maxAgeMinutes, before?.maxAgeMinutes ?? Infinity);
  const wording = before?.wording === "approved" ? "approved" : index.wording;
  const grants = registry.grants.map(({ value }) => value);
  const approvedGrants = approved?.grants.map(({ value }) => value) ?? [];
  const byServer = Map.groupBy(readings, ({ server }) => server);
  const files = enrolling(grants);
  const approvedFiles = enrolling(approvedGrants);
  const servers = registry.cards.map(({ value: card }) =>
    serverOf({
      card,
      grants: files.get(card.server) ?? [],
      readings: byServer.get(card.server) ?? [],
      ...(approved && {
        approved: {
          card: approved.cards.find(({ value }) => value.server === card.server)?.value,
          grants: approvedFiles.get(card.server) ?? [],
        },
      }),
      now,
      maxAgeMinutes,
      wording,
    }),
  );
  const invalid = registry.invalidCards.map(invalidServer);
  return {
    version: 1,
    at: now.toISOString(),
    maxAgeMinutes,
    servers: sortedBy([...servers, ...invalid], ({ server }) => server),
    warnings: warningsOf(registry, servers, byServer),
  };
}

/** The grants files by the servers that they name. */
function enrolling(files: readonly GrantsFile[]): Map<string, GrantsFile[]> {
  const found = new Map<string, GrantsFile[]>();
  for (const file of files) {
    for (const server of new Set(file.enrolments.map((enrolment) => enrolment.server))) {
      const known = found.get(server) ?? [];
      found.set(server, known);
      known.push(file);
    }
  }
  return found;
}

function invalidServer(server: string): IndexServer {
  return {
    server,
    reading: { state: "unreadable", why: "invalid-card" },
    enrolled: [],
    grants: [],
    tools: [],
  };
}

function warningsOf(
  registry: Registry,
  servers: readonly IndexServer[],
  readings: ReadonlyMap<string, readonly Reading[]>,
): IndexWarning[] {
  const warnings: IndexWarning[] = [];
  for (const problem of registry.problems.toSorted(byPlace)) {
    const { file, line, what } = problem;
    warnings.push({ kind: "invalid-file", file, line, what });
  }
  for (const { server, address, reading } of servers) {
    const isApproved = reading.state !== "unapproved-address";
    const skipped = (readings.get(server) ?? []).filter(
      (one) => !isApproved || address === undefined || !sameAddress(one.address, address),
    );
    for (const tool of namesIn(skipped))
      warnings.push({ kind: "tool-skipped", server, tool, why: "other-address" });
  }
  const known = new Set([...servers.map(({ server }) => server), ...registry.invalidCards]);
  for (const server of sortedBy(readings.keys(), (name) => name))
    if (!known.has(server)) warnings.push({ kind: "reading-without-card", server });
  return warnings;
}

/** The names of the tools that some readings list. */
function namesIn(readings: readonly Reading[]): string[] {
  const names = new Set<string>();
  for (const reading of readings) {
    if (reading.outcome !== "complete") continue;
    for (const { name } of toolList(reading.tools).tools) names.add(name);
  }
  return sortedBy(names, (name) => name);
}
