import "../../inbox/replies/replies.css";
import { fillVariables, filledText, type ReplyValues } from "@parlour/protocol/reply-text";
import { useCurrentOperator } from "../../../state/session.tsx";
import { useFieldSamples } from "../../../ui/fields/field-variables.ts";
import { t } from "./text.ts";

/** Previews the text of a reply for a visitor with known details and for an unknown visitor. */
export function ReplyPreview({ text }: { text: string }) {
  const me = useCurrentOperator();
  const fieldSamples = useFieldSamples();
  return (
    <section className="card side" aria-label={t("reply.preview")}>
      <h2 className="t14 medium">{t("reply.preview")}</h2>
      <Sample
        label={t("reply.preview.name")}
        text={text}
        values={{ ...emptyValues, ...sampleValues, ...fieldSamples, "operator.name": me.name }}
      />
      <Sample
        label={t("reply.preview.none")}
        text={text}
        values={{ ...emptyValues, "operator.name": me.name }}
      />
    </section>
  );
}

function Sample({ label, text, values }: { label: string; text: string; values: ReplyValues }) {
  return (
    <div className="replysample">
      <h3 className="t12 faint">{label}</h3>
      <p dir="auto" className="freetext">
        {filledText(fillVariables(text, values))}
      </p>
    </div>
  );
}

const emptyValues: ReplyValues = {
  "visitor.name": "",
  "visitor.email": "",
  "visitor.phone": "",
  "visitor.number": "1042",
  "operator.name": "",
  "channel.name": "Shop",
  "department.name": "",
  "chat.id": "88121",
  "page.url": "",
  "page.title": "",
};
const sampleValues: Partial<ReplyValues> = {
  "visitor.name": "Anna Kovács",
  "visitor.email": "anna@example.org",
  "visitor.phone": "+44 20 7946 0000",
  "department.name": "Sales",
  "page.url": "https://shop.example/lamps",
  "page.title": "Lamps",
};
