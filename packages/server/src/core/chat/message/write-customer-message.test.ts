import { expect, it } from "vitest";
import type { Command, WriteCommand } from "../../command.ts";
import { writeCustomerMessage } from "./write-customer-message.ts";

it("[CORE-382] the size of a customer's message includes its text, what is folded below it, and the data of the page", async () => {
  const commands: Command[] = [];
  const write: WriteCommand = async (command) => {
    commands.push(command);
    return { answer: {} as never, replayed: false, position: 1 };
  };
  const ports = { write, findLatestChat: async () => null };
  const input = { channelId: 1, customer: "ann", recipient: '"ann"', text: "" };
  const entry = { title: null, content: "a", link: null, key: null };
  const quote = "q".repeat(4_000);
  for (const more of [
    {},
    { text: "t".repeat(50_000) },
    { origin: { quote, signature: "s".repeat(1_000) } },
    { customData: [entry, entry] },
  ])
    await writeCustomerMessage(ports, 1, { ...input, ...more }, {});
  expect(commands.map(({ bytes }) => bytes)).toEqual([2_048, 152_048, 17_048, 6_144]);
});
