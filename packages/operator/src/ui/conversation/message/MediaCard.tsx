import "../media/media.css";
import type { Media } from "@parlour/protocol";
import { FileCard } from "../media/FileCard.tsx";
import { MediaImage } from "../media/MediaImage.tsx";
import { LazyPlayer } from "../lazy-message-parts.ts";
import { toInstallationFileUrl } from "../../pictures.ts";
import { IconMapPin } from "@tabler/icons-react";
import { Icon } from "../../Icon.tsx";
import { t } from "../text.ts";
import { toMapUrl, getMediaTitle } from "../media/format.ts";

/**
 * Shows media of a message by kind (CH-065). External audio and video are shown as links, so that
 * the page loads nothing from other sites.
 */
export function MediaCard({ media }: { media: Media }) {
  switch (media.type) {
    case "photo":
      return <MediaImage media={{ ...media, type: media.type }} />;
    case "sticker":
      return <MediaImage media={{ ...media, type: media.type }} />;
    case "location":
      return <LocationCard media={media} />;
    case "video":
    case "audio":
    case "voice": {
      const installationFile = media.file === null ? null : toInstallationFileUrl(media.file);
      return installationFile === null ? (
        <FileCard media={media} />
      ) : (
        <LazyPlayer media={media} src={installationFile} />
      );
    }
    case "document":
      return <FileCard media={media} />;
  }
}

/**
 * Shows coordinates with a link to OpenStreetMap. The map is loaded only when the link is opened.
 */
function LocationCard({ media }: { media: Media }) {
  const name = getMediaTitle(media);
  const map = toMapUrl(media);
  return (
    <span className="file">
      <Icon of={IconMapPin} />
      {map === null ? (
        <span className="medium num">{name}</span>
      ) : (
        <a
          className="medium num"
          href={map}
          target="_blank"
          rel="noopener noreferrer nofollow"
          title={t("media.open", { name })}
        >
          {name}
        </a>
      )}
      <small>{map === null ? t("media.location") : t("media.map")}</small>
    </span>
  );
}
