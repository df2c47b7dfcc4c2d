import type { Operator, StoredFieldValue } from "@parlour/protocol";
import type { Field } from "@parlour/protocol/api";
import { isCompanyField } from "@parlour/protocol/field-kinds";
import { toLink } from "@parlour/protocol/widget/links";
import {
  IconBolt,
  IconCode,
  IconFileImport,
  IconPencil,
  IconShieldCheck,
} from "@tabler/icons-react";
import { useRef } from "react";
import { i18n } from "../../../text/index.ts";
import { SafeLink } from "../../chat/SafeLink.tsx";
import { CompanyLink } from "../../company/CompanyLink.tsx";
import { Icon } from "../../Icon.tsx";
import { formatFullTime } from "../../time.ts";
import { canSetField, formatFieldValue, getStoredValue, type FieldSubject } from "./field-value.ts";
import { FieldEditor } from "./FieldEditor.tsx";
import { t } from "./text.ts";

interface FieldRowProps {
  readonly subject: FieldSubject;
  readonly me: Operator;
  readonly field: Field;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  /** Opens the next row that can be edited. Undefined: there is none. */
  readonly onNext: (() => void) | undefined;
}

/** A field with its value and source, or with a form for the value. */
export function FieldRow({ subject, me, field, isOpen, onOpen, onClose, onNext }: FieldRowProps) {
  const button = useRef<HTMLButtonElement>(null);
  const stored = getStoredValue(subject, field);
  const cancel = () => {
    button.current?.focus();
    onClose();
  };
  return (
    <div className={isOpen ? "ownfield open" : "ownfield"}>
      <dt dir="auto">
        {canSetField(me, subject, field) ? (
          <button
            ref={button}
            type="button"
            aria-label={t("fields.edit", { name: field.name })}
            aria-expanded={isOpen}
            onClick={isOpen ? cancel : onOpen}
          >
            {field.name}
          </button>
        ) : (
          field.name
        )}
      </dt>
      {isOpen ? (
        <dd>
          <FieldEditor
            {...{ subject, field, stored, onNext }}
            onCancel={cancel}
            onSaved={(hadFocus) => (hadFocus ? cancel() : onClose())}
          />
        </dd>
      ) : (
        <>
          <dd>
            {stored === undefined ? (
              <span className="faint">–</span>
            ) : (
              <FieldText field={field} stored={stored} />
            )}
          </dd>
          {stored && <SourceMark stored={stored} />}
        </>
      )}
      {stored?.others && (
        <dd className="hint t12">{formatOthers(field, stored, stored.others, me)}</dd>
      )}
    </div>
  );
}

function FieldText({ field, stored }: { field: Field; stored: StoredFieldValue }) {
  const { value, source } = stored;
  if (typeof value === "object")
    return (
      <ul className="fieldtags">
        {value.map((option) => (
          <li className="tag" key={option} dir="auto">
            {option}
          </li>
        ))}
      </ul>
    );
  const text = formatFieldValue(field.kind, value);
  if (isCompanyField(field)) return <CompanyLink name={text} />;
  const link = field.kind === "link" ? toLink(text) : null;
  return link === null ? (
    <bdi>{text}</bdi>
  ) : (
    <SafeLink href={link.href} source={source === "webhook" ? source : null} hasIcon>
      {text}
    </SafeLink>
  );
}

type Source = StoredFieldValue["source"];
const trusted = { icon: IconShieldCheck, tone: "trusted" };
const sourceStyles: Record<Source, typeof trusted> = {
  page: { icon: IconCode, tone: "forge" },
  channel: trusted,
  webhook: trusted,
  api: trusted,
  operator: { icon: IconPencil, tone: "" },
  rule: { icon: IconBolt, tone: "" },
  form: { icon: IconPencil, tone: "forge" },
  import: { icon: IconFileImport, tone: "" },
};

function SourceMark({ stored: { source, at, by } }: { stored: StoredFieldValue }) {
  const { icon, tone } = sourceStyles[source];
  const values = { source: t(`fields.source.${source}`), time: formatFullTime(at) };
  const text = by
    ? t("fields.source.by", { ...values, name: by.name })
    : t("fields.source.at", values);
  return (
    <dd className={`src ${tone}`} title={text}>
      <Icon of={icon} small />
      <span className="vh">{text}</span>
    </dd>
  );
}

/** Returns sentences about the values of other sources, and about the value that is shown. */
function formatOthers(
  { kind }: Field,
  { source, by }: StoredFieldValue,
  others: NonNullable<StoredFieldValue["others"]>,
  me: Operator,
): string {
  const sentences = others.map((other) => {
    const values = {
      value: formatFieldValue(kind, other.value),
      date: i18n.date(new Date(other.at), { day: "numeric", month: "short" }),
    };
    return other.by
      ? t("fields.other.by", { ...values, name: other.by.name })
      : t(`fields.other.${other.source}`, values);
  });
  const isMine = source === "operator" && by?.id === me.id;
  return [...sentences, t(isMine ? "fields.kept.mine" : "fields.kept", { n: others.length })].join(
    " ",
  );
}
