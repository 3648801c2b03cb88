import { describe, expect, it } from "vitest";
import { title } from "../../src/core/explain/explanation.ts";
import { renderExplanation } from "../../src/core/explain/render-markdown.ts";
import { renderText } from "../../src/core/explain/render-text.ts";
import { billing, claims, devops, weather } from "./stories.ts";

const stories = { claims, billing, weather, devops };

describe("the explanation of a story", () => {
  it.each(Object.entries(stories))("%s reads well in a pull request", async (name, { drift, options }) => {
    const markdown = renderExplanation(drift, options);
    await expect(markdown).toMatchFileSnapshot(`../__snapshots__/explain-${name}.md`);
  });

  it("reads well on a terminal", async () => {
    const { owners: _owners, ...options } = claims.options;
    await expect(renderText(claims.drift, options)).toMatchFileSnapshot(
      "../__snapshots__/explain-claims.txt",
    );
  });

  it.each([
    ["claims-tools: revokes 2 grants; widens 1 field, 1 new tool", claims],
    ["billing-tools: revokes 1 grant; widens nothing", billing],
    ["weather-hub: 4 warnings; widens 1 new tool; revokes nothing", weather],
    ["devops-suite: widens 1 field, 1 tool no longer read-only; revokes nothing", devops],
  ])("has the title %s", (expected, { drift, options }) => {
    expect(title(drift, options)).toBe(expected);
  });
});
