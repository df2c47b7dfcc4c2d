import { Button } from "../Button.tsx";
import { Banner } from "../badges.tsx";
import { t } from "./text.ts";
import type { Form } from "./use-form.ts";

/**
 * Lists the fields that both this operator and another one changed. The banner shows the values of
 * the other operator.
 */
export function ConflictBanner<T extends object>({
  form,
  labels,
}: {
  form: Form<T>;
  labels: Readonly<Record<keyof T & string, string>>;
}) {
  const { conflicts, saved, acceptRemote } = form;
  const action = (
    <Button small onClick={acceptRemote}>
      {t("page.theirs")}
    </Button>
  );
  return (
    <Banner tone="warn" live action={action}>
      <p>{t("page.overtaken")}</p>
      <ul>
        {conflicts.map((name) => (
          <li key={name}>
            {labels[name]}
            <ConflictValue value={saved[name]} />
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** Shows a saved value if it is a boolean or a text. */
function ConflictValue({ value }: { value: unknown }) {
  const valueText =
    typeof value === "boolean"
      ? t(value ? "page.on" : "page.off")
      : typeof value === "string"
        ? value.trim()
        : "";
  if (valueText === "") return null;
  return (
    <>
      : <bdi className="medium">{valueText}</bdi>
    </>
  );
}
