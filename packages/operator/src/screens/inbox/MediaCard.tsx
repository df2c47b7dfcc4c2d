import type { Media } from "@parlour/protocol";
import { IconFileMusic, IconFileText, IconMapPin, IconMicrophone, IconMovie, IconPhoto, IconSticker } from "@tabler/icons-react";
import { Icon, type IconType } from "../../ui/Icon.tsx";
import { duration } from "../../ui/Time.tsx";
import { linkOf } from "./links.ts";
import { SafeLink } from "./SafeLink.tsx";
import { t } from "./text.ts";
import { mediaName, sizeText } from "./words.ts";

const icons: Record<Media["type"], IconType> = {
  photo: IconPhoto,
  video: IconMovie,
  audio: IconFileMusic,
  voice: IconMicrophone,
  sticker: IconSticker,
  document: IconFileText,
  location: IconMapPin,
};

/** Kind, name, size and length of a file, opened in a new tab without referrer or opener (CH-065); a place with its map. */
export function MediaCard({ media }: { media: Media }) {
  const name = titleOf(media);
  const link = media.type === "location" ? mapOf(media) : media.file === null ? null : (linkOf(media.file)?.href ?? null);
  const facts = [
    media.type === "location" ? null : mediaName(media.type),
    media.performer,
    media.file_size === null ? null : sizeText(media.file_size),
    media.duration === null ? null : duration(media.duration * 1000),
    media.width !== null && media.height !== null ? `${media.width} × ${media.height}` : null,
    link === null ? t("media.none") : null,
  ].filter((fact) => fact !== null);
  return (
    <span className="file">
      {media.emoji !== null && media.type === "sticker" ? (
        <span className="emoji" aria-hidden="true">
          {media.emoji}
        </span>
      ) : (
        <Icon of={icons[media.type]} />
      )}
      {link === null ? (
        <span className="medium" dir="auto">
          {name}
        </span>
      ) : media.type === "location" ? (
        <a className="medium" dir="auto" href={link} target="_blank" rel="noopener noreferrer" title={t("media.open", { name })}>
          {name}
        </a>
      ) : (
        <SafeLink className="medium" href={link} title={t("media.open", { name })}>
          <bdi>{name}</bdi>
        </SafeLink>
      )}
      <small className="num">{media.type === "location" && link !== null ? t("media.map") : facts.join(" · ")}</small>
    </span>
  );
}

function titleOf(media: Media): string {
  if (media.type === "location") return `${coordinate(media.latitude)}, ${coordinate(media.longitude)}`;
  return media.title ?? media.file_name ?? media.emoji ?? mediaName(media.type);
}

function mapOf({ latitude, longitude }: Media): string | null {
  if (latitude === null || longitude === null) return null;
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
}

function coordinate(value: number | null): string {
  return value === null ? "?" : String(Math.round(value * 1e5) / 1e5);
}
