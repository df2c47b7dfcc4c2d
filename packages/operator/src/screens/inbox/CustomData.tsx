import { IconExternalLink } from "@tabler/icons-react";
import { Icon } from "../../ui/Icon.tsx";
import { linkOf } from "./links.ts";
import { t } from "./text.ts";

interface Field {
  title: string | null;
  key: string | null;
  content: string | null;
  link: string | null;
}

/** Custom fields in the order they came: title above, bold key, content, link; then the CRM card. */
export function CustomData({ data, crmLink }: { data: readonly unknown[]; crmLink: string | null }) {
  const fields = data
    .map(fieldOf)
    .filter((field) => field !== null)
    .slice(0, 100);
  const crm = crmLink === null ? null : linkOf(crmLink);
  if (fields.length === 0 && !crm) return null;
  return (
    <section className="part" aria-label={t("panel.custom")}>
      {fields.length > 0 && (
        <dl className="facts">
          {fields.map((field, index) => (
            <CustomField key={index} field={field} />
          ))}
        </dl>
      )}
      {crm && (
        <a className="btn wide" href={crm.href} target="_blank" rel="noopener noreferrer">
          {t("panel.crm")} <Icon of={IconExternalLink} flip />
        </a>
      )}
    </section>
  );
}

function CustomField({ field }: { field: Field }) {
  const link = field.link === null ? null : linkOf(field.link);
  const content = field.content ?? field.link ?? "";
  return (
    <div className="fact">
      {field.title !== null && <dt dir="auto">{field.title}</dt>}
      <dd dir="auto">
        {field.key !== null && <span className="b">{field.key}: </span>}
        {link ? (
          <a href={link.href} target="_blank" rel="noopener noreferrer">
            {content}
            <Icon of={IconExternalLink} small flip className="inl" />
          </a>
        ) : (
          content
        )}
      </dd>
    </div>
  );
}

/** A field as the integrator sent it: anything that is not text is passed over. */
function fieldOf(value: unknown): Field | null {
  if (typeof value !== "object" || value === null) return null;
  const record = value as Record<string, unknown>;
  const text = (key: string) => {
    const found = record[key];
    return typeof found === "string" && found !== "" ? found : typeof found === "number" ? String(found) : null;
  };
  const field = { title: text("title"), key: text("key"), content: text("content"), link: text("link") };
  return (field.title ?? field.key ?? field.content ?? field.link) ? field : null;
}
