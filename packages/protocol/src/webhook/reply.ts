import { Type, type Static } from "typebox";
import { PlainFieldValues } from "../entity/visitor.ts";

const Text = Type.String();
/** Reply of a receiver (WH-041, WH-042). Without `result` "ok", Parlour uses none of its data. */
export const WebhookReply = Type.Object({
  result: Type.String({
    description: "`ok` in any case; anything else: the data is not passed to the operator.",
  }),
});
const HttpUrl = Type.String({ pattern: "^[hH][tT][tT][pP][sS]?://", maxLength: 2048 });
/** Data in the replies to the events of `eventsWithData`. */
export const WebhookDataReply = Type.Object({
  ...WebhookReply.properties,
  custom_data: Type.Optional(
    Type.Array(
      Type.Object({
        title: Type.Optional(Type.String({ maxLength: 100 })),
        content: Type.Optional(Type.String({ maxLength: 1000 })),
        key: Type.Optional(Type.String({ maxLength: 100 })),
        link: Type.Optional(
          Type.String({ maxLength: 2048, description: "http, https, mailto or tel" }),
        ),
      }),
      { maxItems: 50 },
    ),
  ),
  contact_info: Type.Optional(
    Type.Object({
      name: Type.Optional(Text),
      phone: Type.Optional(Text),
      email: Type.Optional(Text),
    }),
  ),
  enable_assign: Type.Optional(Type.Boolean()),
  crm_link: Type.Optional(HttpUrl),
  page: Type.Optional(Type.Object({ url: HttpUrl, title: Type.Optional(Text) })),
  fields: Type.Optional(PlainFieldValues),
});
export type WebhookDataReply = Static<typeof WebhookDataReply>;
