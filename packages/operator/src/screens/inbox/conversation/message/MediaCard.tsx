import "../../media/media.css";
import type { Media } from "@parlour/protocol";
import { FileCard } from "../../media/FileCard.tsx";
import { MediaImage } from "../../media/MediaImage.tsx";
import { LocationCard } from "../../media/LocationCard.tsx";
import { Player } from "../../media/Player.tsx";
import { toInstallationFileUrl } from "../../../../ui/pictures.ts";

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
        <Player media={media} src={installationFile} />
      );
    }
    case "document":
      return <FileCard media={media} />;
  }
}
