import { describe, expect, it } from "vitest";
import { ChatSimulation } from "../chat/testing/chat-simulation.fixture.ts";
import type { NewOfflineMessage } from "../event.ts";
import { isFailure } from "../failure.ts";
import { isEmail, validateOfflineForm } from "./offline-form.ts";
import {
  answerInChat,
  updateOfflineMessage,
  createOfflineMessage,
  answerByMail,
} from "./offline-message.ts";

const form = { name: "Nadia", email: "n@a.example", phone: "", text: "Call me" };
const input = { channelId: 5, customer: "7", form };
const getStoredMessage = (world: ChatSimulation): NewOfflineMessage => {
  const event = world.events.findLast((event) => event.name === "offline_message_updated");
  if (event?.name !== "offline_message_updated") throw new Error("no offline message");
  return event.offlineMessage;
};
describe("offline message", () => {
  it("[CORE-110] is kept with the contacts of the form, the department and the page; it starts no chat", () => {
    const world = new ChatSimulation();
    world.departments.set(2, { id: 2, name: "Returns", operators: new Set(), hours: null });
    world.run(
      createOfflineMessage({
        ...input,
        departmentId: 2,
        page: { url: "https://a.example/1", title: null },
      }),
    );
    expect(getStoredMessage(world)).toEqual({
      id: expect.any(Number),
      channel: { id: 5, kind: "api", name: "Shop" },
      contacts: { name: "Nadia", email: "n@a.example", phone: "" },
      text: "Call me",
      department: { id: 2, name: "Returns" },
      page: { url: "https://a.example/1", title: null },
      session: null,
      state: "new",
      operator: null,
      created_at: new Date(world.now).toISOString(),
    });
    expect(world.currentChat).toBeNull();
  });
  it("[CORE-110] [CORE-020] what the visitor says of himself is learnt; an empty field keeps what was known", () => {
    const world = new ChatSimulation();
    world.run(
      createOfflineMessage({
        ...input,
        form: { ...form, phone: "+4930111222", description: "old customer" },
      }),
    );
    world.run(
      createOfflineMessage({
        ...input,
        form: { name: "Nadia R", phone: " +4930111222 ", text: "again" },
        consent: "I agree",
      }),
    );
    expect(world.visitor?.entity).toMatchObject({
      name: { value: "Nadia R", source: "visitor" },
      email: { value: "n@a.example" },
      phone: { value: "+4930111222" },
      description: { value: "old customer" },
      consent: { text: "I agree" },
    });
  });
  it("[WG-063] faults are named in their order, in the words of the script", () => {
    const validate = (changes: Partial<typeof form>): string => {
      const result = validateOfflineForm({ ...form, ...changes });
      return isFailure(result) ? result.message : "ok";
    };
    expect(validate({ text: " ", email: "", phone: "x" })).toBe("Message is required");
    expect(validate({ text: "x".repeat(4001), email: "", phone: "" })).toBe(
      "Email or phone is required",
    );
    expect(validate({ text: "x".repeat(4001), email: "nobody", phone: "x" })).toBe("Invalid email");
    expect(validate({ text: "x".repeat(4001), phone: "12-34" })).toBe("Invalid phone");
    expect(validate({ text: "😀".repeat(4001) })).toBe("Message is too long");
    expect(validate({ text: "😀".repeat(4000), email: "", phone: "+49 (30) 111-22.22" })).toBe(
      "ok",
    );
  });
  it("[WG-063] no address carries a second one, a header or a blank", () => {
    for (const bad of [
      "a@b",
      "a b@c.example",
      "a@b.example,c@d.example",
      "<a@b.example>",
      "a@b.example\r\nBcc: c@d.example",
      "a@@b.example",
    ])
      expect(isEmail(bad), bad).toBe(false);
    for (const good of ["a@b.example", "имя@пример.рф", "a+b.c@sub.shop.example"])
      expect(isEmail(good), good).toBe(true);
  });
  it("[CORE-110] a channel that is off refuses; an unknown department counts as none", () => {
    const world = new ChatSimulation();
    world.run(createOfflineMessage({ ...input, departmentId: 9 }));
    expect(getStoredMessage(world).department).toBeNull();
    world.channel = { ...world.channel, enabled: false };
    expect(world.run(createOfflineMessage(input))).toMatchObject({ failure: "channel_disabled" });
  });
  it("[CORE-110] new, taken, done: the first operator has it, others learn who; repeats change nothing", () => {
    const world = new ChatSimulation();
    world.run(createOfflineMessage(input));
    const handle = (operatorId: number, to: "taken" | "done") =>
      world.run(updateOfflineMessage({ stored: getStoredMessage(world), operatorId, to }));
    expect(handle(1, "taken")).toMatchObject({ state: "taken", operator: { id: 1 } });
    const before = world.events.length;
    handle(1, "taken");
    expect(handle(2, "taken")).toMatchObject({ failure: "already_accepted", by: { id: 1 } });
    expect(world.events.length).toBe(before);
    expect(handle(2, "done")).toMatchObject({ state: "done", operator: { id: 1 } });
    handle(2, "done");
    handle(2, "taken");
    expect(world.events.length).toBe(before + 1);
  });
  it("[CORE-110] [CORE-238] an answer by mail or in a chat makes it done and stays with it; without mail or address it is refused", () => {
    const world = new ChatSimulation();
    world.run(createOfflineMessage(input));
    const answer = {
      operatorId: 2,
      subject: "Your order",
      text: "It is on its way.",
      quoted: true,
    };
    expect(world.run(answerByMail({ ...answer, stored: getStoredMessage(world) }))).toMatchObject({
      failure: "not_available",
    });
    world.run(answerInChat({ stored: getStoredMessage(world), operatorId: 2, chatId: 77 }));
    expect(getStoredMessage(world)).toMatchObject({
      state: "done",
      operator: { id: 2 },
      answers: [{ via: "chat", chat_id: 77 }],
    });
    const before = world.events.length;
    world.run(answerInChat({ stored: getStoredMessage(world), operatorId: 2, chatId: 77 }));
    expect(world.events.length).toBe(before);
  });
  it("[CORE-110] 20 answers stay with a message; one more is refused", () => {
    const world = new ChatSimulation();
    world.run(createOfflineMessage(input));
    const answer = (chatId: number) =>
      world.run(answerInChat({ stored: getStoredMessage(world), operatorId: 2, chatId }));
    for (let n = 1; n <= 20; n++) answer(n);
    expect(getStoredMessage(world).answers).toHaveLength(20);
    expect(answer(21)).toMatchObject({ failure: "at_limit" });
    expect(getStoredMessage(world).answers).toHaveLength(20);
  });
});
