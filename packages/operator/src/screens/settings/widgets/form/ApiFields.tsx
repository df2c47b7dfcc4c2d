import type { Channel } from "@parlour/protocol";
import type { Field as SettingField } from "@parlour/protocol/settings/field";
import { IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import { getTestPageUrl } from "../../../../ui/start/test-page.ts";
import { TextField, Field } from "../../../../ui/Field.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { FormTextField } from "../../kit/form/form-fields.tsx";
import { SettingsSection } from "../../kit/form/SettingsSection.tsx";
import { DocsLink } from "../../kit/resource/parts.tsx";
import { bind, type ControlProps } from "../../kit/kind/controls.tsx";
import { isNonce, getScriptLine, buildStrictCode } from "../../../../ui/start/snippet.ts";
import { t } from "../text.ts";
import { CopyButton } from "../../../../ui/copy/CopyButton.tsx";
import "../widgets.css";

/** Renders the code for pages, with a link to the test page. */
export function SnippetCode({ channel }: { channel: Channel }) {
  const snippet = channel.snippet ?? "";
  return (
    <>
      <p className="hint">{t("snippet.about")}</p>
      <CodeBlock label={t("snippet.line")} text={getScriptLine(snippet)} rows={2} />
      <p className="hint">{t("snippet.second")}</p>
      <CodeBlock label={t("snippet.code")} text={snippet} rows={9} />
      <p className="t13">
        {t("api.test")} <TestLink publicId={channel.public_id} part="#developers" />
      </p>
      <DocsLink page="script" text={t("api.docs")} />
    </>
  );
}

export function ScriptPrefixes(props: ControlProps<SettingField>) {
  const [name = "widget"] = (props.form.values[props.name] as string).trim().split(/[\s,;]+/);
  return (
    <FormTextField
      {...bind<string>(props)}
      hint={t("widget.widget.prefixes.hint", { name })}
      mono
      spellCheck={false}
    />
  );
}

/** Shows the code for a page with a Content-Security-Policy, and the policy that the code needs. */
export function StrictCspSection({ snippet }: { snippet: string }) {
  const [nonce, setNonce] = useState("");
  const strict = buildStrictCode(snippet, isNonce(nonce) ? nonce : "");
  return (
    <SettingsSection id="g-csp" title={t("csp.group")}>
      <p className="hint">{t("csp.about")}</p>
      <TextField
        label={t("csp.nonce")}
        hint={t("csp.nonce.hint")}
        value={nonce}
        onChange={(event) => setNonce(event.target.value)}
        mono
        maxLength={258}
        autoComplete="off"
        spellCheck={false}
      />
      <CodeBlock label={t("csp.code")} text={strict.code} rows={nonce.trim() === "" ? 2 : 9} />
      <CodeBlock label={t("csp.policy")} text={strict.policy} rows={3} />
      <ul className="t13 soft bullets">
        <li>{t("csp.script")}</li>
        <li>{t("csp.frame")}</li>
        <li>{t("csp.connect")}</li>
      </ul>
    </SettingsSection>
  );
}

/** Link to the test page with all functions and callbacks. Opens in a new tab. */
export function TestLink({
  publicId,
  className = "testlink",
  part = "",
}: {
  publicId: string;
  className?: string;
  part?: "#developers" | "";
}) {
  return (
    <a
      className={className}
      href={getTestPageUrl(publicId) + part}
      target="_blank"
      rel="noreferrer"
      title={t("widget.test.new")}
    >
      {t("widget.test")} <Icon of={IconExternalLink} small />
    </a>
  );
}

/** Read-only code with a button that copies it. */
export function CodeBlock({ label, text, rows }: { label: string; text: string; rows: number }) {
  return (
    <Field label={label} after={<CopyButton small text={text} />}>
      {(ids) => (
        <textarea
          {...ids}
          className="input area code"
          rows={rows}
          readOnly
          value={text}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
        />
      )}
    </Field>
  );
}
