import type { MalformedWhy } from "../tool/tool.ts";

/** What a reviewer should look at before deciding; it changes no verdict. */
export type Warning =
  | { readonly kind: "malformed-tool"; readonly tool?: string; readonly why: MalformedWhy }
  | { readonly kind: "declined-form"; readonly tool: string };
