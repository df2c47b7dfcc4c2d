import { describe, expect, it } from "vitest";
import { getChat, systemCodes, receive } from "../bot/bot.fixture.ts";
import { acceptChat } from "../chat/accept.ts";
import { sendOperatorMessage } from "../chat/message/send-message.ts";
import { createWaitingChat } from "./waiting-chat.fixture.ts";

describe("an owner who is gone", () => {
  const owned = () => {
    const created = createWaitingChat();
    created.world.execute(acceptChat({ operatorId: 1 }), created.chat, 1);
    return created;
  };
  it("[CORE-031] offline for 5 min with a visitor's message unanswered: it waits again, with a line and the ladder from zero", () => {
    const { world, chat } = owned();
    world.set(1, "offline");
    world.pass(299_000);
    expect(getChat(world, chat).state).toBe("open");
    world.pass(1_000);
    expect(getChat(world, chat)).toMatchObject({
      state: "waiting",
      assignee: null,
      participants: [],
      wait: { step: "offer", offered: [2, 3] },
    });
    expect(systemCodes(world)).toEqual(["offered", "accepted", "owner_gone", "offered"]);
  });
  it("[CORE-031] not when he answered, nor when a colleague is there, nor when he came back", () => {
    const answered = owned();
    answered.world.execute(
      sendOperatorMessage({ operatorId: 1, kind: "text", text: "Hi" }),
      answered.chat,
      1,
    );
    answered.world.set(1, "offline");
    answered.world.pass(600_000);
    expect(getChat(answered.world, answered.chat).state).toBe("open");
    // All operators have been offline longer than the grace period, so the next message returns the
    // chat to waiting without delay.
    answered.world.execute(receive("Thanks, and?"));
    answered.world.tick();
    expect(getChat(answered.world, answered.chat).state).toBe("waiting");

    const back = owned();
    back.world.set(1, "offline");
    back.world.pass(200_000);
    back.world.set(1, "away");
    back.world.pass(600_000);
    expect(getChat(back.world, back.chat).state).toBe("open");
  });
  it("[CORE-031] a note is no answer; 0 switches it off", () => {
    const noted = owned();
    noted.world.execute(
      sendOperatorMessage({ operatorId: 1, kind: "note", text: "Later" }),
      noted.chat,
      1,
    );
    noted.world.set(1, "offline");
    noted.world.pass(300_000);
    expect(getChat(noted.world, noted.chat).state).toBe("waiting");
    const unlimited = owned();
    unlimited.world.routing = { ...unlimited.world.routing, graceMs: 0 };
    unlimited.world.set(1, "offline");
    unlimited.world.pass(3_600_000);
    expect(getChat(unlimited.world, unlimited.chat).state).toBe("open");
  });
});
