import { describe, expect, it } from "vitest";
import { chatOf, lines, says } from "../bot/bot.fixture.ts";
import { acceptChat } from "../chat/accept.ts";
import { operatorSays } from "../chat/operator-says.ts";
import { waiting } from "./waiting.fixture.ts";

describe("an owner who is gone", () => {
  const owned = () => {
    const made = waiting();
    made.world.act(acceptChat({ operatorId: 1 }), made.chat, 1);
    return made;
  };
  it("[CORE-031] offline for 5 min with a visitor's message unanswered: it waits again, with a line and the ladder from zero", () => {
    const { world, chat } = owned();
    world.set(1, "offline");
    world.pass(299_000);
    expect(chatOf(world, chat).state).toBe("open");
    world.pass(1_000);
    expect(chatOf(world, chat)).toMatchObject({
      state: "waiting",
      assignee: null,
      participants: [],
      wait: { step: "offer", offered: [2, 3] },
    });
    expect(lines(world)).toEqual(["offered", "accepted", "owner_gone", "offered"]);
  });
  it("[CORE-031] not when he answered, nor when a colleague is there, nor when he came back", () => {
    const answered = owned();
    answered.world.act(operatorSays({ operatorId: 1, kind: "text", text: "Hi" }), answered.chat, 1);
    answered.world.set(1, "offline");
    answered.world.pass(600_000);
    expect(chatOf(answered.world, answered.chat).state).toBe("open");
    // Everybody has been offline longer than the grace period, so the next message returns the chat
    // at once.
    answered.world.act(says("Thanks, and?"));
    answered.world.tick();
    expect(chatOf(answered.world, answered.chat).state).toBe("waiting");

    const back = owned();
    back.world.set(1, "offline");
    back.world.pass(200_000);
    back.world.set(1, "away");
    back.world.pass(600_000);
    expect(chatOf(back.world, back.chat).state).toBe("open");
  });
  it("[CORE-031] a note is no answer; 0 switches it off", () => {
    const noted = owned();
    noted.world.act(operatorSays({ operatorId: 1, kind: "note", text: "Later" }), noted.chat, 1);
    noted.world.set(1, "offline");
    noted.world.pass(300_000);
    expect(chatOf(noted.world, noted.chat).state).toBe("waiting");
    const never = owned();
    never.world.routing = { ...never.world.routing, graceMs: 0 };
    never.world.set(1, "offline");
    never.world.pass(3_600_000);
    expect(chatOf(never.world, never.chat).state).toBe("open");
  });
});
