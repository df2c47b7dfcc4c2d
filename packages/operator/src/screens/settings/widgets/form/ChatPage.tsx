import type { Channel } from "@parlour/protocol";
import { IconDownload, IconExternalLink, IconPrinter } from "@tabler/icons-react";
import { getPreferences } from "../../../../state/browser/preferences.ts";
import { drawQrCard, type QrCard } from "../../../../ui/copy/qr-card.ts";
import { drawQrPng } from "../../../../ui/copy/qr-png.ts";
import { QrCode } from "../../../../ui/copy/QrCode.tsx";
import { saveFile } from "../../../../ui/file/save-file.ts";
import { Icon } from "../../../../ui/Icon.tsx";
import { MutationButton } from "../../../../ui/MutationButton.tsx";
import { getChatPageUrl } from "../../../../ui/start/snippet.ts";
import { CopyField, DocsLink } from "../../kit/resource/parts.tsx";
import { t } from "../text.ts";

/** Shows the address of the chat page with its QR code (WG-302). */
export function ChatPage({ channel }: { channel: Channel }) {
  const url = getChatPageUrl(channel.snippet ?? "", channel.public_id);
  return (
    <>
      <CopyField label={t("chatpage.address")} value={url}>
        <a
          className="btn icon"
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={t("chatpage.open")}
        >
          <Icon of={IconExternalLink} />
        </a>
      </CopyField>
      <div className="chatpage-code">
        <QrCode text={url} label={t("chatpage.qr", { url })} />
        <div>
          <p className="hint">{t("chatpage.print")}</p>
          <a className="btn small" href={`${url}/qr.svg`} target="_blank" rel="noreferrer" download>
            <Icon of={IconDownload} small /> {t("chatpage.svg")}
          </a>
          <MutationButton
            small
            icon={IconDownload}
            mutate={async () => saveFile(`${channel.public_id}.png`, await drawQrPng(url, 1_024))}
          >
            {t("chatpage.png")}
          </MutationButton>
          <MutationButton
            small
            icon={IconPrinter}
            mutate={async () =>
              saveFile(`${channel.public_id}.pdf`, await drawQrCard(describeCard(channel, url)))
            }
          >
            {t("chatpage.card")}
          </MutationButton>
        </div>
      </div>
      <DocsLink page="chat-page" text={t("chatpage.docs")} />
    </>
  );
}

/** Returns what the card says: title and greeting of the page, in the language of the widget. */
function describeCard({ name, widget }: Channel, url: string): QrCard {
  const texts = widget?.texts[widget.language ?? getPreferences().locale];
  return {
    title: widget?.chat_page.title ?? (texts?.title || name),
    text: texts?.greeting ?? "",
    url,
    accent: widget?.accent ?? "#000000",
  };
}
