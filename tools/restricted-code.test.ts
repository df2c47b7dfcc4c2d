import { expect, test } from "vitest";
import { findRestrictedCode } from "./restricted-code.ts";

const readsOfTime = [
  "Date.now()",
  "new Date()",
  "setTimeout(run, 5)",
  "setInterval(run, 5)",
  "AbortSignal.timeout(5)",
  "performance.now()",
];

test.each([
  ["packages/server/src/core/chat.ts", "packages/server"],
  ["packages/operator/src/ui/title.ts", "packages/operator"],
  ["packages/widget/src/frame/teaser.tsx", "packages/widget"],
])("%s reads the time and sets timers only with the clock of %s", (file, owner) => {
  const text = ["// setTimeout( in a comment", "clock.now();", ...readsOfTime].join("\n");
  expect(findRestrictedCode(file, text)).toEqual(
    readsOfTime.map(
      (_, i) => `${file}:${i + 3}: reads the time without the clock of ${owner} (R9)`,
    ),
  );
});

test.each([
  "packages/server/src/clock.ts",
  "packages/operator/src/state/clock.ts",
  "packages/widget/src/clock.ts",
  "packages/widget/src/host/presence.ts",
  "packages/widget/src/loader/start.ts",
])("%s may read the time and set timers", (file) => {
  expect(findRestrictedCode(file, readsOfTime.join("\n"))).toEqual([]);
});

test("[API-012] screens take the address of the installation from the server", () => {
  const copied = "value={`${location.origin}/scim/v2`}";
  const file = "packages/operator/src/screens/settings/scim/ScimPage.tsx";
  expect(findRestrictedCode(file, copied)).toEqual([
    `${file}:1: addresses to copy use usePublicUrl (CFG-002)`,
  ]);
  expect(findRestrictedCode("packages/operator/src/state/session.tsx", copied)).toEqual([]);
});

test("[CORE-465] pools and their transactions are guarded", () => {
  const file = "packages/server/src/store/database/pools.ts";
  const text = "new pg.Pool(config);\nawait deps.pool.connect();\nnew GuardedPool(config);";
  expect(findRestrictedCode(file, text)).toEqual([
    `${file}:1: a pool is a GuardedPool of sql.ts (CORE-465)`,
    `${file}:2: transactions of a pool are run by runTransaction of sql.ts (CORE-465)`,
  ]);
});

test("[CORE-471] only openChat builds the address of a chat, and takes chats", () => {
  const file = "packages/operator/src/screens/reports/board/BoardDue.tsx";
  const old = 'navigate({ to: "/inbox/$view/{-$chat}", params: { view: "all", chat } });';
  for (const line of [old, "navigate(chatRoute(chat));", "await live.accept(chatId);"])
    expect(findRestrictedCode(file, line), line).toHaveLength(1);
  const opener = "packages/operator/src/ui/open-chat/open-chat.ts";
  expect(findRestrictedCode(opener, "accept: (live, id) => live.accept(id),")).toEqual([]);
});
