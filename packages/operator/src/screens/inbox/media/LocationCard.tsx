import type { Media } from "@parlour/protocol";
import { IconMapPin } from "@tabler/icons-react";
import { Icon } from "../../../ui/Icon.tsx";
import { t } from "../text.ts";
import { toMapUrl, getMediaTitle } from "./format.ts";

/**
 * Shows coordinates with a link to OpenStreetMap. The map is loaded only when the link is opened.
 */
export function LocationCard({ media }: { media: Media }) {
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
