import type { Channel } from "@parlour/protocol";
import { IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import { testPageOf } from "../../setup/test-page.ts";
import { TextField } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { FormSwitch, FormText } from "../bound.tsx";
import { Group } from "../Group.tsx";
import { DocsLink } from "../parts.tsx";
import { Code } from "./Code.tsx";
import type { TabProps } from "./GeneralFields.tsx";
import { Identity } from "./Identity.tsx";
import { isNonce, scriptLine, strictCode } from "./snippet.ts";
import { t } from "./text.ts";
import { wordsOf } from "./widget-form.ts";

/**
 * Renders the code for pages, help with a Content-Security-Policy, script API names and signed
 * identity.
 */
export function ApiFields({ form, readOnly, channel }: TabProps & { channel: Channel }) {
  const bound = { form, readOnly };
  const snippet = channel.snippet ?? "";
  const [name = "widget"] = wordsOf(form.values.prefixes);
  const hint = t("widget.prefixes.hint", { name });
  return (
    <>
      <Group id="g-snippet" title={t("snippet.group")}>
        <p className="hint">{t("snippet.about")}</p>
        <Code label={t("snippet.line")} text={scriptLine(snippet)} rows={2} />
        <p className="hint">{t("snippet.second")}</p>
        <Code label={t("snippet.code")} text={snippet} rows={9} />
        <p className="t13">
          {t("api.test")} <TestLink publicId={channel.public_id} part="#developers" />
        </p>
        <DocsLink page="script" words={t("api.docs")} />
      </Group>
      <StrictPages snippet={snippet} />
      <Group id="g-api" title={t("api.group")}>
        <FormText {...bound} name="prefixes" label={t("widget.prefixes")} hint={hint} mono spellCheck={false} />
        <FormSwitch {...bound} name="analytics_ids" label={t("widget.analytics")} hint={t("widget.analytics.hint")} />
      </Group>
      <Identity channel={channel} />
    </>
  );
}

/** Shows the code and the policy for a page with a Content-Security-Policy. */
function StrictPages({ snippet }: { snippet: string }) {
  const [nonce, setNonce] = useState("");
  const strict = strictCode(snippet, isNonce(nonce) ? nonce : "");
  return (
    <Group id="g-csp" title={t("csp.group")}>
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
      <Code label={t("csp.code")} text={strict.code} rows={nonce.trim() === "" ? 2 : 9} />
      <Code label={t("csp.policy")} text={strict.policy} rows={3} />
      <ul className="t13 soft bullets">
        <li>{t("csp.script")}</li>
        <li>{t("csp.frame")}</li>
        <li>{t("csp.connect")}</li>
      </ul>
    </Group>
  );
}

/** Links to the test page with every function and callback, in a new tab. */
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
    <a className={className} href={testPageOf(publicId) + part} target="_blank" rel="noreferrer" title={t("widget.test.new")}>
      {t("widget.test")} <Icon of={IconExternalLink} small />
    </a>
  );
}
