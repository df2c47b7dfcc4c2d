import type { MoveSystem } from "@parlour/protocol/move-in/record";

const toLines = (...values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join("");

interface ExportSample {
  readonly system: MoveSystem;
  readonly files: Readonly<Record<string, string>>;
  /** What an import of the files brings. */
  readonly chats: number;
  readonly messages: number;
  readonly articles?: number;
  readonly translations?: number;
  /** Problems by code. */
  readonly problems?: Readonly<Record<string, number>>;
}

/** A small export of each system, in the form of its public documentation. */
export const exportSamples: readonly ExportSample[] = [
  {
    system: "jivochat",
    files: {
      "events.jsonl": toLines(
        {
          event_name: "chat_finished",
          chat_id: 88121,
          widget_id: "Lk29",
          visitor: { name: "Nadia Ross", email: "nadia@shop.example", number: "412" },
          agents: [{ id: "9", name: "Ines", email: "ines@desk.example" }],
          tags: [{ id: 5, title: "refund" }],
          event_timestamp: 1763620900,
          chat: {
            rate: "positive",
            messages: [
              { message: "أين طلبي؟", timestamp: 1763620800, type: "visitor" },
              { message: "Hi Nadia", timestamp: 1763620812, type: "agent", agent_id: 9 },
            ],
          },
        },
        {
          event_name: "offline_message",
          offline_message_id: "731",
          visitor: { name: "Bo", email: "bo@shop.example", number: "" },
          message: "Please call me back",
          event_timestamp: 1763620950,
        },
      ),
    },
    chats: 2,
    messages: 3,
  },
  {
    system: "livehelperchat",
    files: {
      "dump.sql": `INSERT INTO \`lh_chat\` (\`id\`,\`nick\`,\`email\`,\`time\`,\`cls_time\`,\`user_id\`,\`dep_id\`,\`status\`,\`fbst\`) VALUES
(7,'O\\'Neil','o@shop.example',1763620800,1763621000,3,2,2,1),(8,'Ada','ada@shop.example',1763620900,0,0,2,0,0);
INSERT INTO \`lh_departament\` (\`id\`,\`name\`) VALUES (2,'Sales');
INSERT INTO \`lh_msg\` (\`id\`,\`msg\`,\`time\`,\`chat_id\`,\`user_id\`,\`name_support\`) VALUES
(1,'Hi',1763620801,7,0,''),(2,'Hello',1763620803,7,3,'Mia'),(3,'Anybody?',1763620901,8,0,'');
INSERT INTO \`lh_users\` (\`id\`,\`name\`,\`surname\`,\`email\`,\`disabled\`) VALUES (3,'Mia','Berg','mia@desk.example',0);
`,
    },
    chats: 2,
    messages: 3,
  },
  {
    system: "intercom",
    files: {
      "conversations.json": JSON.stringify({
        conversations: [
          {
            type: "conversation",
            id: "1911",
            created_at: 1763620800,
            updated_at: 1763621000,
            state: "closed",
            source: {
              type: "conversation",
              id: "1",
              body: "<p>Hi <b>there</b></p>",
              author: { type: "user", id: "u1", name: "Nadia", email: "nadia@shop.example" },
            },
            contacts: { contacts: [{ type: "contact", id: "u1" }] },
            tags: { tags: [{ type: "tag", id: "t1", name: "VIP" }] },
            conversation_parts: {
              conversation_parts: [
                {
                  id: "2",
                  part_type: "comment",
                  body: "<p>Hello</p>",
                  created_at: 1763620810,
                  author: { type: "admin", id: "8", name: "Mark", email: "mark@desk.example" },
                },
              ],
            },
          },
        ],
      }),
      "articles.json": JSON.stringify({
        data: [
          {
            type: "article",
            id: "39",
            title: "Returns",
            body: "<h2>How</h2><p>In <b>30</b> days</p>",
            state: "published",
            default_locale: "en",
            parent_id: 145,
            translated_content: {
              fr: { title: "Retours", body: "<p>30 jours</p>", state: "published" },
              de: { title: "Entwurf", body: "", state: "draft" },
            },
          },
        ],
      }),
      "collections.json": JSON.stringify({
        data: [{ id: "145", workspace_id: "w1", name: "Orders", order: 1 }],
      }),
    },
    chats: 1,
    messages: 2,
    articles: 1,
    translations: 1,
    problems: { not_published: 1 },
  },
  {
    system: "zendesk",
    files: {
      "chats.json": toLines({
        id: "1401.K1",
        type: "chat",
        visitor: { id: "6.9h", name: "Nadia", email: "nadia@shop.example" },
        timestamp: "2025-11-20T06:40:00Z",
        end_timestamp: "2025-11-20T06:43:20Z",
        agent_ids: ["980"],
        agent_names: ["Mark"],
        history: [
          { type: "chat.msg", nick: "visitor", msg: "Hi", timestamp: "2025-11-20T06:40:01Z" },
          { type: "chat.msg", nick: "agent:980", msg: "Yes?", timestamp: "2025-11-20T06:40:03Z" },
        ],
      }),
      "tickets.json": toLines({
        id: 7,
        requester_id: 1,
        submitter_id: 1,
        subject: "Return",
        description: "I want to return it",
        status: "solved",
        created_at: "2025-11-20T06:40:00Z",
        updated_at: "2025-11-20T06:43:20Z",
      }),
      "users.json": toLines({ id: 1, role: "end-user", name: "Bo", email: "bo@shop.example" }),
      "help.json": JSON.stringify({
        articles: [
          {
            id: 9,
            section_id: 3,
            locale: "en-us",
            source_locale: "en-us",
            title: "Delivery",
            body: "<p>By post</p>",
          },
          {
            id: 10,
            section_id: 3,
            locale: "en-us",
            source_locale: "en-us",
            title: "New",
            body: "",
            draft: true,
          },
        ],
        translations: [
          {
            id: 2,
            source_id: 9,
            source_type: "Article",
            locale: "fr",
            title: "Livraison",
            body: "<p>Par la poste</p>",
          },
        ],
        sections: [{ id: 3, name: "Orders", category_id: 1 }],
      }),
    },
    chats: 2,
    messages: 3,
    articles: 1,
    translations: 1,
    problems: { not_published: 1 },
  },
  {
    system: "crisp",
    files: {
      "conversations.json": JSON.stringify({
        data: [
          {
            session_id: "session_1",
            website_id: "w1",
            state: "resolved",
            created_at: 1763620800000,
            updated_at: 1763621000000,
            meta: { nickname: "Nadia", email: "nadia@shop.example", segments: ["vip"] },
            messages: [
              {
                type: "text",
                from: "user",
                content: "שלום",
                fingerprint: 1,
                timestamp: 1763620801000,
              },
              {
                type: "text",
                from: "operator",
                content: "Hi",
                fingerprint: 2,
                timestamp: 1763620802000,
                user: { user_id: "o1", nickname: "Mark" },
              },
            ],
          },
        ],
      }),
    },
    chats: 1,
    messages: 2,
  },
  {
    system: "tawkto",
    files: {
      "events.jsonl": toLines({
        event: "chat:transcript_created",
        time: "2025-11-20T06:46:00.000Z",
        property: { id: "58ca", name: "Shop" },
        chat: {
          id: "70fe",
          visitor: { name: "Nadia", email: "nadia@shop.example" },
          messages: [
            { sender: { t: "v" }, type: "msg", msg: "Hi", time: "2025-11-20T06:40:10.000Z" },
            {
              sender: { t: "a", n: "Mark" },
              type: "msg",
              msg: "Yes?",
              time: "2025-11-20T06:40:20.000Z",
            },
          ],
        },
      }),
    },
    chats: 1,
    messages: 2,
  },
];
