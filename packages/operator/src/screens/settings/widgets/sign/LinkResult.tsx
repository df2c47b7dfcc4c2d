// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { Channel } from "@parlour/protocol";
import type { SignedLink, SignedLinkRequest } from "@parlour/protocol/api";
import { useEffect, useRef, useState } from "react";
import { SegmentedControl } from "../../../../ui/choice/SegmentedControl.tsx";
import { getChatPageUrl } from "../../../../ui/start/snippet.ts";
import { formatFullTime } from "../../../../ui/time.ts";
import { CodeBlock } from "../form/ApiFields.tsx";
import { CopyField, DocsLink } from "../../kit/resource/parts.tsx";
import { t } from "../text.ts";
import { serverLanguages, writePageCode, writeServerCode } from "./server-code.ts";

interface LinkResultProps {
  channel: Channel;
  link: SignedLink;
  fields: SignedLinkRequest["fields"];
}

/** Shows a signed link, and the calls that do the same on a page with the widget. */
export function LinkResult({ channel, link, fields }: LinkResultProps) {
  const name = channel.widget?.prefixes[0] ?? "widget";
  const box = useRef<HTMLDivElement>(null);
  // On phones, the link is below the form, so that the press would seem to do nothing.
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, [link]);
  const code = writePageCode(name, fields ?? null, link.user_token);
  return (
    <div ref={box} className="shown-once" role="status">
      <CopyField
        label={t("sign.link")}
        value={link.url}
        hint={
          link.expires_at === null
            ? t("sign.forever")
            : t("sign.until", { time: formatFullTime(link.expires_at) })
        }
      />
      <CodeBlock label={t("sign.page")} text={code} rows={code.split("\n").length + 1} />
    </div>
  );
}

interface ServerCodeProps {
  channel: Channel;
  request: SignedLinkRequest;
  isEmpty: boolean;
}

const languageNames = { node: "Node.js", php: "PHP", python: "Python" } as const;

/** Shows the code with which the server of the site signs links like this one. */
export function ServerCode({ channel, request, isEmpty }: ServerCodeProps) {
  const [language, setLanguage] = useState<(typeof serverLanguages)[number]>("node");
  const { user, fields = null } = request;
  const { id, ...contacts } = user ?? { id: "" };
  const code = writeServerCode(language, {
    url: getChatPageUrl(channel.snippet ?? "", channel.public_id),
    widgetId: channel.public_id,
    user: user === undefined ? null : { sub: id, ...contacts },
    fields,
    seconds: request.valid_s ?? null,
  });
  return (
    <section className="sign-code" aria-labelledby="g-sign-code">
      <h3 id="g-sign-code" className="subgroup">
        {t("sign.server")}
      </h3>
      <p className="hint">{t(isEmpty ? "sign.server.empty" : "sign.server.hint")}</p>
      {!isEmpty && (
        <>
          <SegmentedControl
            label={t("sign.language")}
            value={language}
            options={serverLanguages.map((value) => ({ value, label: languageNames[value] }))}
            onChange={setLanguage}
          />
          <CodeBlock
            label={languageNames[language]}
            text={code}
            rows={Math.min(code.split("\n").length, 16)}
          />
        </>
      )}
      <DocsLink page="chat-page" text={t("sign.docs")} />
    </section>
  );
}
