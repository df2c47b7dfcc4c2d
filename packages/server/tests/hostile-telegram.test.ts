import { readFileSync } from "node:fs";
import type { Message } from "@parlour/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppUser, TelegramFault } from "../../lab/src/services/telegram/index.ts";
import { generateText, type InputText } from "./hostile-inputs.ts";
import { openTelegramFixture, type TelegramFixture } from "./telegram-fixture.ts";

/** Updates and files of Telegram from tests/hostile-inputs.json. */
interface TelegramInput {
  readonly id: string;
  readonly title: string;
  readonly interface: string;
  readonly input: {
    readonly webhook?: {
      readonly body: InputText;
      /** Absent: the right secret. null: none. */
      readonly secret?: "one-off" | "other-channel" | null;
      readonly parallel?: number;
    };
    readonly file?: {
      readonly path?: string;
      readonly getFile?: TelegramFault["reply"];
      readonly bytes?: InputText;
      readonly announced?: number;
      readonly name?: string;
    };
  };
  readonly expect: {
    readonly status?: number;
    readonly stored: number;
    readonly text?: string;
    readonly text_start?: string;
    /** Part of the reason in the request inspector. */
    readonly ignored?: string;
    readonly behaviour?: string;
  };
}
const inputs = (
  JSON.parse(
    readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8"),
  ) as TelegramInput[]
).filter((entry) => entry.interface === "telegram");

let fixture: TelegramFixture;
let otherSecret = "";
beforeAll(async () => {
  fixture = await openTelegramFixture({ isPublic: true });
  const other = fixture.telegram.addBot();
  expect((await fixture.createChannel(other.token, "Other")).status).toBe(201);
  await fixture.telegram.waitUntil(() => other.webhookSecret !== null);
  otherSecret = other.webhookSecret ?? "";
});
afterAll(() => fixture.close());

/** Checks by the `behaviour` sentence of the entry. */
const behaviourChecks: Readonly<Record<string, (message: Message | undefined) => void>> = {
  "The message has no button_id.": (message) => expect(message).not.toHaveProperty("button_id"),
  "Nothing is polluted.": () => expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined(),
  "Nothing is downloaded.": () =>
    expect(fixture.bot.calls.filter(({ method }) => method === "download")).toEqual([]),
  "It is no picture.": (message) => expect(message?.media?.type ?? "text").not.toBe("photo"),
};

async function readVisitorMessages(): Promise<readonly Message[]> {
  const rows = await fixture.parlour.sql<{ body: string }>(
    "select body from journal where name = 'message_created' and author_kind = 'visitor' order by position",
  );
  return rows.map(({ body }) => JSON.parse(body) as Message);
}

async function postUpdate(webhook: NonNullable<TelegramInput["input"]["webhook"]>) {
  const { parlour, channel, bot } = fixture;
  const right = bot.webhookSecret ?? "";
  const secrets = {
    right,
    "one-off": `${right.slice(0, -1)}${right.endsWith("A") ? "B" : "A"}`,
    "other-channel": otherSecret,
  };
  const { secret = "right", parallel = 1 } = webhook;
  const body = String(generateText(webhook.body)).replaceAll('"{BOT}"', String(bot.user.id));
  return Promise.all(
    Array.from({ length: parallel }, () =>
      parlour.call(
        "POST",
        `/telegram/${channel.public_id}`,
        body,
        secret === null ? {} : { "x-telegram-bot-api-secret-token": secrets[secret] },
      ),
    ),
  );
}

/** Sends a file as a customer. Resolves when its update is acknowledged. */
async function sendFile(
  user: AppUser,
  { path, getFile, bytes, announced, name = "a.txt" }: NonNullable<TelegramInput["input"]["file"]>,
): Promise<void> {
  const { telegram, bot } = fixture;
  if (getFile !== undefined) telegram.addFault({ method: "getFile", times: 3, reply: getFile });
  const content = bytes === undefined ? "hello" : generateText(bytes);
  const message = user.sendFile("document", {
    name,
    type: "text/plain",
    bytes: Buffer.from(content as string),
    ...(announced === undefined ? {} : { announcedSize: announced }),
  });
  if (path !== undefined) bot.replaceFile(message, Buffer.from("secret"), path);
  await telegram.waitUntil(() => bot.pendingUpdates.length === 0);
  telegram.endFaults();
}

describe("hostile inputs of Telegram", () => {
  for (const entry of inputs)
    test(`[TG-003] [TG-011] [TG-012] [TG-021] [${entry.id}] ${entry.title}`, async () => {
      const { parlour, addUser, channel } = fixture;
      const before = (await readVisitorMessages()).length;
      const { webhook, file } = entry.input;
      for (const { status, text } of webhook === undefined ? [] : await postUpdate(webhook)) {
        expect(status, text).toBe(entry.expect.status);
        if (status === 404) expect(text).toContain('"message":"Not found"');
      }
      if (file !== undefined) await sendFile(addUser("Eva"), file);
      const stored = (await readVisitorMessages()).slice(before);
      expect(stored).toHaveLength(entry.expect.stored);
      if (entry.expect.text !== undefined) expect(stored[0]?.text).toBe(entry.expect.text);
      if (entry.expect.text_start !== undefined)
        expect(stored[0]?.text.startsWith(entry.expect.text_start), stored[0]?.text).toBe(true);
      if (entry.expect.ignored !== undefined) {
        const path = `inspector?owner=${channel.id}&direction=in&fault=true`;
        const requests = await parlour.owner.call("GET", path);
        expect(requests.text).toContain(entry.expect.ignored);
      }
      if (entry.expect.behaviour !== undefined) {
        const check = behaviourChecks[entry.expect.behaviour];
        if (check === undefined) throw new Error(`no check for: ${entry.expect.behaviour}`);
        check(stored[0]);
      }
    });
});
