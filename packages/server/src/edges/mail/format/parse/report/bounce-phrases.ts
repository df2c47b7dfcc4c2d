import { words } from "../split/phrases.ts";

/** Local parts of addresses from which mail servers report. */
export const daemonAddress =
  /^(?:mailer-?daemon|mail-?daemon|postmaster|mailerdaemon|mdaemon|double-bounce|microsoftexchange[0-9a-f]{32})@/i;

/**
 * Sentences of servers whose reports are not in the form of RFC 3464: qmail, Exim, Postfix,
 * Sendmail, Exchange, Gmail, Domino, Yahoo and others, in the languages of their users.
 */
export const failureWords = new RegExp(
  words(`wasn't able to deliver your message|could not be delivered to|your message could not be delivered|permanent fatal errors
    |did not reach (?:some or all of )?the (?:(?:following|intended) )?recipient|delivery has failed to these recipients|your message wasn't delivered
    |failed permanently|message (?:was|has) not (?:been )?delivered|unable to deliver your message|not listed in (?:public name & address book|domino directory)
    |delivery failure|mail delivery failed|returned mail|failure notice|undelivered mail|undeliverable|delivery status notification \\(failure\\)|address not found
    |user unknown|no such user|mailbox (?:unavailable|not found|is full)|recipient address rejected
    |nicht erreicht|fehler bei der nachrichtenzustellung|nicht zugestellt werden|unzustellbar|adresse nicht gefunden
    |échec de la remise|n'a pas (?:pu être|été) (?:remis|distribué)|non remis|adresse introuvable
    |error de entrega|no se (?:pudo|ha podido) entregar|no se puede entregar|no se ha encontrado la dirección
    |recapito non riuscito|non è stato recapitato|impossibile recapitare|falha na entrega|não (?:foi|pôde ser) entregue
    |bezorging .{1,60} is mislukt|niet (?:worden )?(?:bezorgd|afgeleverd)|nie powiodło się|nie mogła zostać dostarczona|kunde inte levereras
    |не удалось (?:выполнить доставку|доставить)|не (?:было|может быть) доставлено|недоставленное|не вдалося доставити|teslim (?:başarısız|edilemedi)
    |配信に失敗|配信できません|送信できません|未能送达|无法(?:传递|送达|投递)|無法(?:傳遞|送達)|退信|전송(?:하지 못|되지 않|할 수 없)|배달(?:하지 못|할 수 없)`),
  "iu",
);

/** Sentences that say that the server tries again. */
export const delayWords = new RegExp(
  words(`delivery status notification \\(delay\\)|will (?:be )?(?:retried|keep trying|continue to try|try again)|message delayed|delivery (?:is|has been) delayed
    |not (?:yet )?been delivered yet|no action is required on your part|temporary (?:failure|problem)|verzögert|retardé|retrasad|задерж`),
  "iu",
);
