/** The parts of a SARIF 2.1.0 log that toolcard writes (OASIS, sarif-v2.1.0). */
export interface SarifLog {
  readonly $schema: string;
  readonly version: "2.1.0";
  readonly runs: readonly [SarifRun];
}

/** One run of toolcard. */
interface SarifRun {
  readonly tool: { readonly driver: SarifDriver };
  readonly columnKind: "unicodeCodePoints";
  readonly invocations: readonly [SarifInvocation];
  readonly results: readonly SarifResult[];
}

interface SarifDriver {
  readonly name: string;
  readonly semanticVersion: string;
  readonly rules: readonly SarifRule[];
}

interface SarifInvocation {
  /** False when a server could not be read, or the registry is invalid: what is missing is not known to be well. */
  readonly executionSuccessful: boolean;
  readonly toolExecutionNotifications: readonly SarifNotification[];
  readonly toolConfigurationNotifications: readonly SarifNotification[];
}

/** How much a result matters: `error` needs the label, `warning` wants a look, `note` is for the record. */
export type SarifLevel = "error" | "warning" | "note";

/** What a kind of result means. */
export interface SarifRule {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
  readonly fullDescription: { readonly text: string };
  readonly help: { readonly text: string };
  readonly defaultConfiguration: { readonly level: SarifLevel };
  readonly properties: { readonly tags: readonly string[] };
}

/** One change, warning or server that could not be read. */
export interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: SarifLevel;
  readonly message: { readonly text: string };
  readonly locations: readonly [SarifLocation];
  readonly partialFingerprints: Readonly<Record<string, string>>;
}

/** What went wrong in a run. */
export interface SarifNotification {
  readonly descriptor: { readonly id: string };
  readonly level: "error" | "warning";
  readonly message: { readonly text: string };
  readonly locations?: readonly [SarifLocation];
}

/** A place in a file. */
export interface SarifLocation {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region: {
      readonly startLine: number;
      readonly startColumn: number;
      readonly endLine: number;
      readonly endColumn: number;
    };
  };
}
