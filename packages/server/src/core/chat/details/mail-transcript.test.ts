import { expect, test } from "vitest";
import type { CommandContext } from "../../command.ts";
import { closeChat } from "../close.ts";
import { mailTranscript } from "./mail-transcript.ts";
import { receiveCustomerMessage } from "../message/receive-message.ts";
import { ChatSimulation } from "../testing/chat-simulation.fixture.ts";

const hourMs = 3_600_000;

test("[CORE-111] [CORE-239] [API-239] a visitor asks within a day after the end, an operator whenever mail is set up", () => {
  const world = new ChatSimulation();
  world.run(
    receiveCustomerMessage({
      channelId: 5,
      customer: "7",
      recipient: "7",
      text: "Hello",
      email: "a@visitor.example",
    }),
  );
  const chatId = world.currentChat?.id ?? 0;
  const visitorId = world.visitor?.id ?? 0;
  const at = (ms: number, hasMail = true): CommandContext => {
    const context = world.context(chatId);
    const email = context.visitor?.entity.email;
    // The visitor typed this address.
    const entity = { ...context.visitor?.entity, email: email && { ...email, source: "visitor" } };
    const config = {
      ...context.config,
      ...(hasMail
        ? { mail: { endpointId: 9, offline: new Set(), missed: new Set(), reminders: new Set() } }
        : {}),
    };
    return {
      ...context,
      config,
      visitor: { ...context.visitor, entity },
      now: context.now + ms,
    } as CommandContext;
  };
  const byVisitor = mailTranscript({ visitorId, proven: "A@visitor.example", retryAfterMs: null });
  expect(byVisitor(at(0))).toMatchObject({ failure: "not_available" });
  expect(mailTranscript({ operatorId: 2 })(at(0))).toMatchObject({
    events: [{ message: { line: { detail: "a@visitor.example" } } }, {}],
  });
  world.run(closeChat({ cause: "visitor" }), chatId);
  expect(byVisitor(at(23 * hourMs))).toMatchObject({
    events: [{ message: { line: { code: "transcript_mailed" } } }, { chat: { transcripts: 1 } }],
  });
  expect(byVisitor(at(25 * hourMs))).toMatchObject({ failure: "not_available" });
  expect(mailTranscript({ operatorId: 2 })(at(25 * hourMs))).toMatchObject({ events: [{}, {}] });
  expect(byVisitor(at(1, false))).toMatchObject({ failure: "not_available" });
  const byOperator = mailTranscript({ operatorId: 2 });
  expect(byOperator(at(1, false))).toMatchObject({ failure: "not_available" });
  const context = at(1);
  const { chat, visitor } = context;
  expect(
    byOperator({
      ...context,
      visitor: { ...visitor, entity: { ...visitor?.entity, email: null } },
    } as CommandContext),
  ).toMatchObject({
    failure: "invalid_request",
    field: "email",
  });
  expect(
    byOperator({
      ...context,
      chat: { ...chat, entity: { ...chat?.entity, transcripts: 3 } },
    } as CommandContext),
  ).toMatchObject({
    failure: "at_limit",
  });
  for (const proven of [null, "b@visitor.example"])
    expect(mailTranscript({ visitorId, proven, retryAfterMs: null })(at(1))).toMatchObject({
      failure: "confirmation_needed",
      field: "code",
    });
  expect(
    mailTranscript({ visitorId: visitorId + 1, proven: null, retryAfterMs: null })(at(1)),
  ).toMatchObject({
    failure: "not_found",
  });
});
