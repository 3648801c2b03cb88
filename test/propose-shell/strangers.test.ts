import { expect, test } from "vitest";
import { isFailure, outcomeWords } from "../../src/jobs/propose-words.ts";
import { BRANCH, NEWER, OLD, PERMISSIONS, said, startScene, writes, type Scene } from "./scene.ts";

/** Pull requests from forks whose branch has the name of ours: anybody can open them. */
function flood({ github, repo }: Scene, count: number): void {
  for (let at = 0; at < count; at++) {
    const login = `stranger-${at}`;
    github.user(login);
    github
      .fork(repo, login)
      .as(login)
      .push(BRANCH, { "spam.txt": `${at}\n` });
    repo.as(login).openPull(`${login}:${BRANCH}`, "main", "spam");
  }
}

test.each([12, 130])(
  "%i pull requests from forks under the name of our branch hide neither the open proposal nor its dismissal",
  async (count) => {
    const scene = await startScene();
    await scene.run();
    flood(scene, count);
    expect(said(await scene.run())).toBe("nothing up-to-date");
    scene.repo.as("alice").close(1);
    expect(said(await scene.run())).toBe("silent dismissed");
    for (const { number } of scene.repo.pulls()) if (number > 1) scene.repo.as("alice").close(number);
    expect(said(await scene.run())).toBe("silent dismissed");
    await scene.github.close();
  },
);

test("what GitHub refuses twice though nothing changed in between is a failure, in GitHub's words", async () => {
  const scene = await startScene();
  // Git has no branch `toolcard/one` beside a branch `toolcard`.
  scene.repo.as("alice").push("toolcard", { "notes.txt": "to do\n" });
  const ran = await scene.run();
  expect(said(ran)).toBe("open new-drift: branch refused");
  expect(ran.outcomes.map(isFailure)).toEqual([true]);
  expect(ran.outcomes.map(outcomeWords).join()).toContain("Reference update failed");
  await scene.github.close();
});

test("a locked conversation gets no comment, and holds up nothing else", async () => {
  const scene = await startScene();
  await scene.run();
  scene.repo.as("alice").lock(1);
  scene.repo.as("bob").push(BRANCH, { "notes.txt": "mine\n" });
  const stopped = await scene.run();
  expect([said(stopped), writes(stopped)]).toEqual([
    "stop foreign-commit",
    ["POST repos/create-commit-status 201"],
  ]);
  expect(stopped.outcomes.some(isFailure)).toBe(false);
  scene.live = NEWER;
  expect(said(await scene.run({ recreate: true }))).toBe("replace recreated");
  await scene.github.close();
});

test("the proposal of a locked conversation is closed all the same once the drift is gone", async () => {
  const scene = await startScene();
  await scene.run();
  scene.repo.as("alice").lock(1);
  scene.live = OLD;
  expect(said(await scene.run())).toBe("close drift-gone");
  expect([scene.repo.pull(1).state, scene.repo.branches(), scene.repo.pull(1).comments]).toEqual([
    "closed",
    ["main"],
    [],
  ]);
  await scene.github.close();
});

test("a comment whose number is larger than 32 bits is edited in place", async () => {
  const scene = await startScene();
  await scene.run();
  scene.repo.as("bob").push(BRANCH, { "notes.txt": "mine\n" });
  await scene.run();
  expect(scene.repo.pull(1).comments[0]?.id).toBeGreaterThan(2 ** 31);
  await scene.run({ recreate: true });
  expect(scene.repo.pull(1).comments).toMatchObject([{ body: expect.stringContaining("up to date again") }]);
  await scene.github.close();
});

test("where an App publishes the check, its token needs no permission for statuses", async () => {
  const scene = await startScene({ settings: "gate: { by: app }\n", isPrivate: true });
  const token = scene.installation.token({ contents: "write", pull_requests: "write" });
  expect(said(await scene.run({ token }))).toBe("open new-drift");
  expect(said(await scene.run({ token }))).toBe("nothing up-to-date");
  await scene.github.close();
});

test.each(["contents", "pull_requests", "statuses"])(
  "a token that may not look for want of %s fails the run, which says what it takes",
  async (missing) => {
    const scene = await startScene({ isPrivate: true });
    await scene.run();
    const { [missing]: _, ...rest } = PERMISSIONS;
    const token = scene.installation.token(rest);
    await expect(scene.run({ token })).rejects.toThrow(
      /may not look at acme\/cards.*`contents: write`, `pull-requests: write` and `statuses: write`/,
    );
    await scene.github.close();
  },
);

test("a proposal that somebody closed by hand whose own token we use is dismissed by them", async () => {
  const scene = await startScene();
  const token = scene.github.userToken("alice");
  await scene.run({ token });
  scene.repo.as("alice").close(1);
  expect(said(await scene.run({ token }))).toBe("silent dismissed");
  await scene.github.close();
});
