import { Type, type Static } from "typebox";
import { Id } from "../entity/index.ts";
import { maxEmailLength } from "./address.ts";
import { EmailContent } from "./chat-email.ts";

/** Maximum number of files of an email that starts a chat. */
export const maxNewEmailFiles = 10;

/** An email of an operator that starts a chat (API-475). */
export const NewEmail = Type.Object(
  {
    channel_id: Id,
    email: Type.Object(
      {
        subject: EmailContent.properties.subject,
        to: EmailContent.properties.to,
        cc: EmailContent.properties.cc,
        bcc: EmailContent.properties.bcc,
      },
      { additionalProperties: false },
    ),
    text: Type.String({ minLength: 1, maxLength: maxEmailLength }),
    /** Uploads of the operator that are sent with it. */
    upload_ids: Type.Optional(Type.Array(Id, { maxItems: maxNewEmailFiles, uniqueItems: true })),
  },
  { additionalProperties: false },
);
export type NewEmail = Static<typeof NewEmail>;
