import type { McpConnection, ToolAnswer } from "./mcp-fixture.ts";

/**
 * Twenty tasks that a person could give to an assistant, as the calls that solve them. Together
 * they use every tool. They run in this order on the chats of `prepareTasks`.
 */

/** Ids that the tasks use. */
export interface TaskIds {
  /** A waiting chat of Nadia, who asks for size 42 and leaves an email address. */
  readonly waiting: number;
  /** A chat of Omar that the operator has, with a delivery that failed. */
  readonly open: number;
  /** A closed chat of Pia about a refund. */
  readonly closed: number;
  readonly tag: number;
  readonly department: number;
  /** Operator of the key. */
  readonly self: number;
  /** Another operator, who is online. */
  readonly colleague: number;
}
export interface Task {
  readonly task: string;
  /** Makes the calls. Returns the answer. */
  readonly solve: (mcp: McpConnection, ids: TaskIds) => Promise<unknown>;
  /** Returns the expected answer. */
  readonly expected: (ids: TaskIds) => unknown;
}

const pick = async (
  answer: Promise<ToolAnswer>,
  read: (data: any) => unknown,
): Promise<unknown> => {
  const { isError, data, texts } = await answer;
  return isError ? texts : read(data);
};
const listIds = (chats: readonly { readonly id: number }[]): readonly number[] =>
  chats.map(({ id }) => id);

export const tasks: readonly Task[] = [
  {
    task: "Which chats wait for an operator?",
    solve: (mcp) =>
      pick(mcp.call("list_chats", { view: "waiting" }), ({ chats }) => listIds(chats)),
    expected: ({ waiting }) => [waiting],
  },
  {
    task: "Which chats do I have?",
    solve: (mcp) => pick(mcp.call("list_chats", { view: "mine" }), ({ chats }) => listIds(chats)),
    expected: ({ open }) => [open],
  },
  {
    task: "Go through all chats in pages of two.",
    async solve(mcp) {
      const first = await mcp.call("list_chats", { limit: 2 });
      const second = await mcp.call("list_chats", { limit: 2, cursor: first.data.next_cursor });
      return [first.data.chats.length, second.data.chats.length, second.data.next_cursor];
    },
    expected: () => [2, 1, null],
  },
  {
    task: "Who wrote about a refund?",
    solve: (mcp) =>
      pick(mcp.call("search_chats", { query: "refund" }), ({ results }) =>
        results.map((result: any) => [
          result.chat.untrusted.visitor_name,
          result.matches[0].untrusted_excerpt,
        ]),
      ),
    expected: () => [["Pia", "Where is my refund?"]],
  },
  {
    task: "What does the customer in the waiting chat want?",
    solve: (mcp, { waiting }) =>
      pick(mcp.call("read_chat", { chat_id: waiting }), ({ messages }) =>
        messages.flatMap((message: any) =>
          message.author.kind === "visitor" ? [message.untrusted_text] : [],
        ),
      ),
    expected: () => ["Is size 42 back in stock?"],
  },
  {
    task: "Read the first message of the chat only.",
    solve: (mcp, { open }) =>
      pick(mcp.call("read_chat", { chat_id: open, before: 2 }), ({ messages, earlier_before }) => [
        messages.map(({ seq }: any) => seq),
        earlier_before,
      ]),
    expected: () => [[1], null],
  },
  {
    task: "Which visitor has the email address nadia@example.test?",
    solve: (mcp) =>
      pick(mcp.call("search_visitors", { query: "nadia@example.test" }), ({ visitors }) =>
        visitors.map(({ untrusted }: any) => untrusted.name),
      ),
    expected: () => ["Nadia"],
  },
  {
    task: "Which chats did Nadia have?",
    async solve(mcp) {
      const found = await mcp.call("search_visitors", { query: "Nadia" });
      const { data } = await mcp.call("read_visitor", {
        visitor_number: found.data.visitors[0].number,
      });
      return [data.visitor.chat_count, listIds(data.chats)];
    },
    expected: ({ waiting }) => [1, [waiting]],
  },
  {
    task: "Which messages did not arrive, and why?",
    solve: (mcp) =>
      pick(mcp.call("list_delivery_failures"), ({ deliveries }) =>
        deliveries.map((delivery: any) => [delivery.chat_id, delivery.untrusted_error.message]),
      ),
    expected: ({ open }) => [[open, "Mailbox full"]],
  },
  {
    task: "How many chats did we have today, and how many are closed?",
    solve: (mcp) =>
      pick(mcp.call("read_report", { last: 1, compare: "none" }), ({ now, before, days }) => [
        now.totals.chats,
        now.totals.closed,
        before,
        days.length,
      ]),
    expected: () => [3, 1, null, 0],
  },
  {
    task: "Draft a reply for me.",
    solve: (mcp, { open }) =>
      pick(
        mcp.call("draft_reply", { chat_id: open, text: "Thank you, Omar.", client_id: "d1" }),
        ({ version }) => version,
      ),
    expected: () => 1,
  },
  {
    task: "Write a better draft. My text may be replaced.",
    async solve(mcp, { open }) {
      const change = { chat_id: open, text: "Thank you! We are looking into it." };
      const refused = await mcp.call("draft_reply", { ...change, client_id: "d2" });
      const replaced = await mcp.call("draft_reply", {
        ...change,
        replace: true,
        client_id: "d3",
      });
      return [refused.data.error.code, refused.data.error.field, replaced.data.version];
    },
    expected: () => ["draft_exists", "replace", 2],
  },
  {
    task: "Note in the chat that the customer called, too.",
    solve: (mcp, { open }) =>
      pick(
        mcp.call("add_note", { chat_id: open, text: "Omar also called.", client_id: "n1" }),
        ({ message }) => [message.kind, message.text, message.untrusted_text],
      ),
    expected: () => ["note", "Omar also called.", null],
  },
  {
    task: "Send: We will write again tomorrow.",
    solve: (mcp, { open }) =>
      pick(
        mcp.call("send_reply", {
          chat_id: open,
          text: "We will write again tomorrow.",
          client_id: "s1",
        }),
        ({ message }) => [message.kind, message.text],
      ),
    expected: () => ["text", "We will write again tomorrow."],
  },
  {
    task: "Tag the refund chat with Refund.",
    async solve(mcp, { closed }) {
      const { data } = await mcp.call("list_tags");
      const [tag] = data.tags;
      return pick(
        mcp.call("tag_chat", { chat_id: closed, add: [tag.id], client_id: "t1" }),
        ({ chat }) => chat.tags,
      );
    },
    expected: ({ tag }) => [{ id: tag, name: "Refund" }],
  },
  {
    task: "Remove the tag again.",
    solve: (mcp, { closed, tag }) =>
      pick(
        mcp.call("tag_chat", { chat_id: closed, remove: [tag], client_id: "t2" }),
        ({ chat }) => chat.tags,
      ),
    expected: () => [],
  },
  {
    task: "I take the waiting chat.",
    solve: (mcp, { waiting, self }) =>
      pick(
        mcp.call("assign_chat", { chat_id: waiting, operator_id: self, client_id: "a1" }),
        ({ chat }) => [chat.state, chat.assignee.id],
      ),
    expected: ({ self }) => ["open", self],
  },
  {
    task: "Ask my colleague who is online to take it.",
    async solve(mcp, { waiting, self }) {
      const { data } = await mcp.call("list_assignees");
      const [colleague] = data.operators.filter(
        ({ id, presence }: any) => id !== self && presence === "online",
      );
      return pick(
        mcp.call("assign_chat", {
          chat_id: waiting,
          operator_id: colleague.id,
          comment: "She asks for shoes.",
          client_id: "a2",
        }),
        ({ chat }) => chat.transfer.to.id,
      );
    },
    expected: ({ colleague }) => colleague,
  },
  {
    task: "Move my chat to the department Returns.",
    async solve(mcp, { open }) {
      const { data } = await mcp.call("list_assignees");
      const [department] = data.departments;
      return pick(
        mcp.call("assign_chat", {
          chat_id: open,
          department_id: department.id,
          client_id: "a3",
        }),
        ({ chat }) => [chat.state, chat.department.id],
      );
    },
    expected: ({ department }) => ["waiting", department],
  },
  {
    task: "Run the macro for urgent chats on the chat about the shoes.",
    async solve(mcp, { waiting }) {
      const { data } = await mcp.call("list_macros");
      const [macro] = data.macros;
      const args = { chat_id: waiting, macro_id: macro.id, client_id: "m1" };
      return pick(mcp.call("run_macro", args), ({ results, chat }) => [
        macro.name,
        results,
        chat.priority,
      ]);
    },
    expected: () => ["Urgent", [{ type: "priority", result: "done" }], "urgent"],
  },
  {
    task: "Snooze the chat about the shoes until the first of June, 9:00.",
    solve: (mcp, { waiting }) =>
      pick(
        mcp.call("snooze_chat", {
          chat_id: waiting,
          until: "2026-06-01T09:00:00Z",
          client_id: "z1",
        }),
        ({ chat }) => [chat.state, chat.snoozed_until],
      ),
    expected: () => ["open", "2026-06-01T09:00:00.000Z"],
  },
  {
    task: "Close the chat about the shoes.",
    solve: (mcp, { waiting }) =>
      pick(
        mcp.call("close_chat", { chat_id: waiting, reason: "Answered", client_id: "c1" }),
        ({ chat }) => chat.state,
      ),
    expected: () => "closed",
  },
  {
    task: "Draft an article about the oven, and read it.",
    async solve(mcp) {
      const { data } = await mcp.call("search_articles", {});
      const [section] = data.sections;
      const drafted = await mcp.call("draft_article", {
        section_id: section.id,
        language: "en",
        title: "Oven",
        text: "Up to 80 °C.",
        client_id: "d9",
      });
      return pick(
        mcp.call("read_article", { article_id: drafted.data.id }),
        ({ title, text, state }) => [title, text, state],
      );
    },
    expected: () => ["Oven", "Up to 80 °C.", "draft"],
  },
];
