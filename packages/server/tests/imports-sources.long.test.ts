import type { MoveImportDetails } from "@parlour/protocol/api";
import { countedKinds, type MoveResult } from "@parlour/protocol/move-in/move-import";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startChatwootService } from "../../lab/src/services/chatwoot/index.ts";
import { createWorld } from "../../lab/src/services/history/world.ts";
import { startLiveHelperChatService } from "../../lab/src/services/livehelperchat/index.ts";
import { startRocketChatService } from "../../lab/src/services/rocketchat/index.ts";
import { exportSamples } from "./export-samples.ts";
import { createImportClient, toLines, type ImportClient } from "./imports-fixture.ts";

/** Plan, import, second import and undo of each source, with the numbers of decision 0248. */
let parlour: TestParlour;
let imports: ImportClient;
beforeAll(async () => {
  parlour = await startTestParlour();
  imports = createImportClient(parlour);
  await imports.call("POST", "instance/egress-allow", { add: ["127.0.0.0/8"] });
});
afterAll(() => parlour.close());

interface Source {
  readonly name: string;
  readonly system: string;
  /** Returns the connection, and what ends the system. */
  readonly open: () => Promise<{ readonly body: object; readonly close?: () => Promise<void> }>;
}
const services = [
  { system: "chatwoot", start: startChatwootService },
  { system: "rocketchat", start: startRocketChatService },
  { system: "livehelperchat", start: startLiveHelperChatService },
] as const;
const samples: readonly {
  readonly system: string;
  readonly files: Readonly<Record<string, string>>;
}[] = [
  ...exportSamples,
  {
    system: "jsonl",
    files: {
      "old.jsonl": toLines([
        { kind: "operator", id: "7", name: "Ines", email: "ines@example.com" },
        { kind: "person", id: "812", name: "Nadia", email: "nadia@example.com" },
        { kind: "article", id: "a", title: "Returns", markdown: "In 30 days" },
        {
          kind: "chat",
          id: "c1",
          person: "812",
          started_at: "2024-05-06T07:00:00Z",
          operator: "7",
        },
        { kind: "message", id: "m1", chat: "c1", author: { kind: "visitor" }, text: "Hello" },
      ]),
    },
  },
  {
    system: "csv",
    files: {
      "people.csv": "name,email\nNadia,nadia@example.com\nBo,bo@example.com\n",
      "articles.csv": "title,language,markdown\nReturns,en,In 30 days\n",
    },
  },
];
const sources: readonly Source[] = [
  ...services.map(({ system, start }) => ({
    name: `${system}, its API`,
    system,
    async open() {
      const server = await start({
        world: createWorld({ chats: 300, persons: 150, messages: 8, fileShare: 0.05 }),
      });
      const account = "userId" in server ? { account: server.userId } : {};
      return {
        body: { address: server.url, token: server.token, ...account },
        close: () => server.close(),
      };
    },
  })),
  ...samples.map(({ system, files }) => ({
    name: `${system}, files`,
    system,
    async open() {
      const ids: string[] = [];
      for (const [name, content] of Object.entries(files)) {
        const form = new FormData();
        form.set("file", new File([content], name));
        const response = await fetch(`${parlour.url}/api/v1/imports/files`, {
          method: "POST",
          headers: { authorization: `Bearer ${parlour.owner.key}` },
          body: form,
        });
        ids.push(((await response.json()) as { readonly id: string }).id);
      }
      return { body: { name: `Old ${system}`, files: ids } };
    },
  })),
];

const count = ({ counts }: Pick<MoveImportDetails, "counts">, result: MoveResult): number =>
  countedKinds.reduce((sum, kind) => sum + (counts[kind]?.[result] ?? 0), 0);
const countStored = async (): Promise<number> => {
  const [row] = await parlour.sql<{ n: number }>(
    `select (select count(*) from chat where removed_at is null)::int
       + (select count(*) from visitor)::int + (select count(*) from article)::int as n`,
  );
  return row?.n ?? -1;
};

test.each(sources)(
  "[MV-025] [MV-031] $name: the second import brings nothing, and the undo removes all",
  async ({ name, system, open }) => {
    const { body, close } = await open();
    const connect = async (): Promise<number> => {
      const created = await imports.call("POST", "imports", { system, ...body });
      expect(created.status, JSON.stringify(created.body)).toBe(201);
      return (created.body as { readonly id: number }).id;
    };
    const before = await countStored();
    const first = await connect();
    const planned = (await imports.act(first, "plan")).plan;
    const startedAt = performance.now();
    const done = await imports.act(first, "start");
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(done.state).toBe("done");
    const brought = (await countStored()) - before;
    const second = await connect();
    await imports.act(second, "plan");
    const again = await imports.act(second, "start");
    expect([count(again, "new"), count(again, "changed")]).toEqual([0, 0]);
    for (const id of [second, first]) expect((await imports.act(id, "undo")).state).toBe("undone");
    const left = (await countStored()) - before;
    expect(left).toBe(0);
    await close?.();
    const kinds = countedKinds
      .filter((kind) => (done.counts[kind]?.new ?? 0) > 0)
      .map((kind) => `${kind} ${done.counts[kind]?.new}`);
    const read = planned === null ? {} : planned.counts;
    console.info(
      `| ${name} | ${count({ counts: read }, "read")} | ${kinds.join(", ")} | ${count(done, "left_out")} | ${count(again, "known")} known | ${left} of ${brought} | ${seconds.toFixed(1)} s |`,
    );
  },
);
