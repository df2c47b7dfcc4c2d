import { describe, expect, it } from "vitest";
import { World } from "../chat/world.fixture.ts";
import type { OfflineMessageDraft } from "../event.ts";
import { handleOfflineMessage, leaveOfflineMessage } from "./offline-message.ts";

const form = { channelId: 5, customer: "7", contacts: { name: "Nadia", email: "n@a.example", phone: "" }, text: "Call me" };
const stored = (world: World): OfflineMessageDraft => {
  const event = world.events.findLast((one) => one.name === "offline_message_updated");
  if (event?.name !== "offline_message_updated") throw new Error("no offline message");
  return event.offlineMessage;
};

describe("offline message", () => {
  it("[CORE-110] is kept with the contacts of the form, the department and the page; it starts no chat", () => {
    const world = new World();
    world.departments.set(2, { id: 2, name: "Returns", operators: new Set(), hours: null });
    world.run(leaveOfflineMessage({ ...form, departmentId: 2, page: { url: "https://a.example/1", title: null } }));
    expect(stored(world)).toEqual({
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
    expect(world.running).toBeNull();
  });
  it("[CORE-110] [CORE-020] what the visitor says of himself is learnt; an empty field keeps what was known", () => {
    const world = new World();
    world.run(leaveOfflineMessage({ ...form, contacts: { ...form.contacts, phone: "+49" } }));
    world.run(leaveOfflineMessage({ ...form, contacts: { name: "Nadia R", email: "", phone: " " } }));
    expect(world.visitor?.entity).toMatchObject({
      name: { value: "Nadia R", source: "visitor" },
      email: { value: "n@a.example" },
      phone: { value: "+49" },
    });
  });
  it("[CORE-110] no text, too much of it and a channel that is off are refused; an unknown department counts as none", () => {
    const world = new World();
    expect(world.run(leaveOfflineMessage({ ...form, text: " " }))).toMatchObject({ failure: "invalid_request", field: "text" });
    expect(world.run(leaveOfflineMessage({ ...form, text: "x".repeat(4001) }))).toMatchObject({ failure: "invalid_request" });
    world.run(leaveOfflineMessage({ ...form, departmentId: 9 }));
    expect(stored(world).department).toBeNull();
    world.channel = { ...world.channel, enabled: false };
    expect(world.run(leaveOfflineMessage(form))).toMatchObject({ failure: "channel_disabled" });
  });
  it("[CORE-110] new, taken, done: the first operator has it, others learn who; repeats change nothing", () => {
    const world = new World();
    world.run(leaveOfflineMessage(form));
    const handle = (operatorId: number, to: "taken" | "done") => world.run(handleOfflineMessage({ stored: stored(world), operatorId, to }));
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
});
