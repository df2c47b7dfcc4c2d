import { defineTexts } from "../../../text/index.ts";

/** Interface texts of health findings and of the advice for each. */
export const findingText = defineTexts({
  en: {
    "check.database": "Database",
    "check.nodes": "Nodes",
    "check.redis": "Redis",
    "check.disk": "Disk",
    "check.sockets": "New connections",
    "check.clock": "Clock",
    "check.deliveries": "Pending deliveries",
    "check.connectors": "Email and messengers",
    "check.audit": "Audit log",
    "check.keys": "API keys",
    "check.backups": "Backups",
    "check.mail": "Mail server",
    "check.storage": "File store",
    "check.scanner": "Virus scanner",
    "check.tls": "Encryption (TLS)",
    "check.origins": "Origins",
    "check.proxy": "Proxy",
    "check.egress": "Outgoing requests",
    "finding.disk_good": "{free} free for {folder}.",
    "finding.disk_low": "Only {free} left for {folder}.",
    "finding.disk_full": "Only {free} left for {folder}. New messages are rejected.",
    "finding.disk_closed": "{folder} is not writable.",
    "finding.disk_unseen": "{folder} cannot be checked ({reason}).",
    "finding.database_good": "PostgreSQL {version} is responding.",
    "finding.database_away": "Reconnecting to PostgreSQL. New messages are rejected meanwhile.",
    "finding.database_silent": "PostgreSQL did not respond within {ms} ms.",
    "finding.database_closed": "Could not connect to PostgreSQL.",
    "finding.database_full": "PostgreSQL has run out of disk space. New messages are rejected.",
    "finding.database_read_only": "PostgreSQL is read-only. New messages are rejected.",
    "finding.database_unwritable": "PostgreSQL rejects writes ({reason}).",
    "finding.database_old": "PostgreSQL {version} is too old.",
    "finding.database_unsafe":
      "PostgreSQL has {settings} turned off. Confirmed messages could be lost in a crash.",
    "finding.database_roles": "The database user cannot create the roles that Parlour needs.",
    "finding.database_shared_roles": "Roles of other installations have rights here: {roles}.",
    "finding.database_neighbours": "The database user can read other Parlours: {databases}.",
    "finding.database_open": "Every user of the PostgreSQL server may connect to this database.",
    "finding.database_crowded":
      "{count, plural, one {Only # PostgreSQL connection left.} other {Only # PostgreSQL connections left.}}",
    "finding.database_pool":
      "No connection is free for queries. Messages are accepted, but lists and settings may be unavailable.",
    "finding.database_standby":
      "synchronous_commit is {setting}, so a standby that takes over may lack acknowledged messages.",
    "finding.database_backfill":
      "Database migration {step} is running: {rows} of about {total} rows. Chats keep working.",
    "finding.database_hosts_good": "{primary} is the primary. Standbys: {standbys}.",
    "finding.database_hosts_away": "A host of DATABASE_URL cannot be used ({reason}).",
    "finding.database_hosts_two": "{hosts} accept writes. {primary} is used: it was promoted last.",
    "finding.database_replica_good": "The read replica is up to date.",
    "finding.database_replica_behind":
      "The replica is {lag} and {seconds} s behind. The primary answers what it lacks.",
    "finding.database_replica_away":
      "The read replica does not respond ({reason}). The primary answers its reads.",
    "finding.database_replica_foreign":
      "The read replica does not follow this database. The primary answers its reads.",
    "finding.nodes_good": "One node uses this database.",
    "finding.nodes_several": "{count} nodes use this database: {nodes}.",
    "finding.redis_off": "Not set up. Messages between nodes go through PostgreSQL.",
    "finding.redis_good": "Version {version} at {at} responds within {ms} ms.",
    "finding.redis_partly":
      "{at} does not reach {count, plural, one {# other node} other {# other nodes}}. Messages also go through PostgreSQL.",
    "finding.redis_away": "{at} cannot be used ({reason}). Messages go through PostgreSQL.",
    "finding.redis_old": "Version {version} at {at} is older than those that are tested.",
    "finding.sockets_good": "Accepting new connections.",
    "finding.sockets_none": "No file descriptors left for new connections.",
    "finding.clock_good": "In sync with the database clock.",
    "finding.clock_apart": "This machine and the database differ by {ms} ms.",
    "finding.clock_ahead":
      "The latest entry is {seconds} s in the future. This machine’s clock was set back.",
    "finding.connectors_none": "No email or messaging channels yet.",
    "finding.connectors_good": "{count, plural, one {# channel works} other {# channels work}}.",
    "finding.connectors_failing":
      "{count, plural, one {# channel} other {# channels}} cannot send or receive: {channels}.",
    "finding.deliveries_good": "No delivery has waited more than an hour.",
    "finding.deliveries_wait":
      "{count, plural, one {# delivery has} other {# deliveries have}} been pending for over an hour, the oldest since {oldest_at}.",
    "finding.audit_good": "Intact: {count, plural, one {# entry} other {# entries}} verified.",
    "finding.audit_broken":
      "Account {account}: entry {n} was altered, or an entry before it is missing.",
    "finding.audit_broken_installation":
      "Installation: entry {n} was altered, or an entry before it is missing.",
    "finding.audit_late": "Verifying the log took too long.",
    "finding.keys_good": "No API key expires within 14 days.",
    "finding.keys_ending":
      "{count, plural, one {# API key expires} other {# API keys expire}} within 14 days, the first at {first_at}.",
    "finding.backups_good":
      "{days, plural, =0 {The latest backup is from today.} one {The latest backup is # day old.} other {The latest backup is # days old.}}",
    "finding.backups_old":
      "{days, plural, one {The latest backup is # day old.} other {The latest backup is # days old.}}",
    "finding.backups_none": "No backup found.",
    "finding.backups_failed": "The last backup failed: {error}.",
    "finding.backups_missed": "The backup of {night} was not made.",
    "finding.backups_archive_good": "Changes are archived up to {archived_at}.",
    "finding.backups_archive_failing": "PostgreSQL could not archive {file} ({failed_at}).",
    "finding.backups_archive_late": "PostgreSQL has archived nothing for {minutes} min.",
    "finding.backups_archive_slow": "Quiet hours are not archived: archive_timeout is 0.",
    "finding.mail_off": "Not set up. No email is queued.",
    "finding.mail_good": "{at} is reachable.",
    "finding.mail_unreachable": "{at} is not reachable ({reason}).",
    "finding.storage_disk": "Files are stored on disk.",
    "finding.storage_good": "{at} is reachable.",
    "finding.storage_unreachable":
      "{at} is not reachable ({reason}). Files cannot be uploaded or shown.",
    "finding.scanner_off": "Not set up. Files are stored without a virus scan.",
    "finding.scanner_good": "{at} is reachable.",
    "finding.scanner_unreachable": "{at} is not reachable ({reason}). Files are not stored.",
    "finding.tls_good":
      "{days, plural, one {The certificate of {host} is valid for # more day.} other {The certificate of {host} is valid for # more days.}}",
    "finding.tls_local": "Not needed: PUBLIC_URL points to this machine.",
    "finding.tls_none": "{url} does not use HTTPS.",
    "finding.tls_ending":
      "{days, plural, one {The certificate of {host} expires in # day.} other {The certificate of {host} expires in # days.}}",
    "finding.tls_untrusted": "The certificate of {url} is not trusted by this machine ({reason}).",
    "finding.origins_good": "Visitors have their own origin: {url}.",
    "finding.origins_shared":
      "Visitors and operators share one origin. For more safety, set WIDGET_URL.",
    "finding.origins_wrong_address": "Set up for {url}, but opened at {opened}.",
    "finding.proxy_good": "Nothing unusual seen in the last 24 hours.",
    "finding.proxy_no_websockets":
      "A proxy in front of {url} does not pass WebSockets on. Parlour uses requests instead, which are slower.",
    "finding.proxy_untrusted":
      "Requests from {peer} name other clients in forwarded headers. They are ignored, so all of them count as one client.",
    "finding.egress_good": "DNS lookups work.",
    "finding.egress_proxy": "{names} is set, but requests to integrators do not use a proxy.",
    "finding.egress_nameless":
      "No DNS server is configured, so host names of integrators cannot be resolved.",
    "advice.disk_low": "Add disk space. Uploads stop at 64 MB free, messages at 32 MB.",
    "advice.disk_full":
      "Free up disk space: at least {least} needed. Parlour then resumes automatically.",
    "advice.disk_closed":
      "Check its owner and whether the disk is mounted read-only, or use another DATA_DIR.",
    "advice.disk_unseen": "Check that its disk is mounted.",
    "advice.database_away": "Check that PostgreSQL is running.",
    "advice.database_silent": "Check whether it is overloaded.",
    "advice.database_closed": "Check that it is running and accepts connections.",
    "advice.database_full":
      "Free up space on the PostgreSQL disk. Parlour then resumes automatically.",
    "advice.database_read_only": "Point DATABASE_URL to the primary server.",
    "advice.database_unwritable": "Check the PostgreSQL log.",
    "advice.database_old": "Upgrade to PostgreSQL 15 or newer.",
    "advice.database_unsafe": "Turn it on in postgresql.conf, then restart PostgreSQL.",
    "advice.database_roles": "Start Parlour once. It prints the SQL to run.",
    "advice.database_shared_roles": "Restart one node when no node of an earlier release runs.",
    "advice.database_neighbours": "Give each its own user, without SUPERUSER. Upgrade the others.",
    "advice.database_open": "Revoke CONNECT from PUBLIC, and grant it to those who need it.",
    "advice.database_crowded": "Raise max_connections. Each node uses about 25.",
    "advice.database_pool": "Raise max_connections, or stop other programs that use the database.",
    "advice.database_standby":
      "Set synchronous_commit = on, or accept that a failover can lose messages.",
    "advice.database_hosts_away": "Start it, or correct DATABASE_URL. A failover to it would fail.",
    "advice.database_hosts_two": "Stop the other one, and make it a standby.",
    "advice.database_replica_behind":
      "Check its load, its network and whether its replay is paused.",
    "advice.database_replica_away": "Start it, or remove DATABASE_READ_URL.",
    "advice.database_replica_foreign":
      "Point DATABASE_READ_URL at a standby of DATABASE_URL. After a failover this can take until its next restart point.",
    "advice.sockets_none": "Raise the open file limit (ulimit -n).",
    "advice.clock_apart": "Synchronise both with NTP.",
    "advice.clock_ahead":
      "Synchronise it with NTP. Message order is not affected, but the times shown are wrong.",
    "advice.deliveries_wait": "Open the delivery log to see which endpoint is failing, and why.",
    "advice.audit_broken":
      "Someone changed the database directly, or the disk lost data. Compare with a backup and check who can access the database.",
    "advice.audit_broken_installation":
      "Someone changed the database directly, or the disk lost data. Compare with a backup and check who can access the database.",
    "advice.audit_late": "Run “parlour doctor” on the server. It has no time limit.",
    "advice.backups_old":
      "Turn on a backup every night on this page. Backups made another way are not shown here.",
    "advice.backups_none":
      "Turn on a backup every night on this page. Backups made another way are not shown here.",
    "advice.backups_failed": "Fix the reason, then press Back up now.",
    "advice.backups_archive_failing": "Read the log of PostgreSQL. Its disk fills up meanwhile.",
    "advice.backups_archive_late": "Check archive_command and the archive.",
    "advice.backups_archive_slow": "Set archive_timeout to 60 s in PostgreSQL.",
    "advice.backups_missed": "Check that Parlour runs at that time, then press Back up now.",
    "advice.redis_partly": "Check that every node has the same REDIS_URL and can connect to it.",
    "advice.redis_away":
      "Check that Redis is running, and check REDIS_URL and the network connection. Parlour then uses it again automatically.",
    "advice.connectors_failing": "Open the channel under Email and messengers, and test it.",
    "advice.redis_old": "Use Redis 7 or Valkey 8, or newer.",
    "advice.mail_unreachable":
      "Check host, port and firewall. Send a test email to see which step fails.",
    "advice.storage_unreachable": "Check the S3 endpoint and the network connection to it.",
    "advice.scanner_unreachable":
      "Start the scanner, or check FILE_SCANNER and the network connection to it.",
    "advice.origins_wrong_address": "Open {url}, or set PUBLIC_URL={opened} and restart Parlour.",
    "advice.proxy_no_websockets":
      "Allow upgrades to WebSockets in the proxy: docs/operate/proxy.md.",
    "advice.proxy_untrusted": "If it is your proxy, add it to TRUST_PROXY and restart Parlour.",
    "advice.tls_none": "Put a TLS proxy in front and set PUBLIC_URL to its https address.",
    "advice.keys_ending":
      "The list of API keys in each account shows which ones. Create a new key before the old one expires.",
    "advice.tls_ending": "Renew the certificate.",
    "advice.tls_untrusted":
      "Fix the proxy or its certificate. Never turn off certificate checks at integrators.",
    "advice.egress_proxy": "Allow direct outgoing connections in the firewall.",
    "advice.egress_nameless": "Check /etc/resolv.conf on the server.",
  },
  ru: {
    "check.database": "База данных",
    "check.nodes": "Узлы",
    "check.redis": "Redis",
    "check.disk": "Диск",
    "check.sockets": "Новые соединения",
    "check.clock": "Часы",
    "check.deliveries": "Доставки в очереди",
    "check.connectors": "Почта и мессенджеры",
    "check.audit": "Журнал изменений",
    "check.keys": "Ключи API",
    "check.backups": "Резервные копии",
    "check.mail": "Почтовый сервер",
    "check.storage": "Хранилище файлов",
    "check.scanner": "Антивирус",
    "check.tls": "Шифрование (TLS)",
    "check.origins": "Источники (origin)",
    "check.proxy": "Прокси",
    "check.egress": "Исходящие запросы",
    "finding.disk_good": "{free} свободно для {folder}.",
    "finding.disk_low": "Осталось только {free} для {folder}.",
    "finding.disk_full": "Осталось только {free} для {folder}. Новые сообщения отклоняются.",
    "finding.disk_closed": "В папку {folder} нельзя писать.",
    "finding.disk_unseen": "Папку {folder} не удаётся проверить ({reason}).",
    "finding.database_good": "PostgreSQL {version} отвечает.",
    "finding.database_away":
      "Соединение с PostgreSQL восстанавливается. Пока новые сообщения отклоняются.",
    "finding.database_silent": "PostgreSQL не ответил за {ms} мс.",
    "finding.database_closed": "Не удалось подключиться к PostgreSQL.",
    "finding.database_full": "На диске PostgreSQL нет места. Новые сообщения отклоняются.",
    "finding.database_read_only":
      "PostgreSQL доступен только для чтения. Новые сообщения отклоняются.",
    "finding.database_unwritable": "PostgreSQL отклоняет запись ({reason}).",
    "finding.database_old": "Версия PostgreSQL {version} слишком старая.",
    "finding.database_unsafe":
      "В PostgreSQL выключено: {settings}. При сбое могут пропасть подтверждённые сообщения.",
    "finding.database_roles":
      "Пользователь базы данных не может создать роли, которые нужны Parlour.",
    "finding.database_shared_roles": "Здесь есть права у ролей других установок: {roles}.",
    "finding.database_neighbours": "Пользователь базы может читать другие Parlour: {databases}.",
    "finding.database_open": "К базе может подключиться любой пользователь сервера PostgreSQL.",
    "finding.database_crowded":
      "{count, plural, one {В PostgreSQL осталось только # соединение} few {В PostgreSQL осталось только # соединения} many {В PostgreSQL осталось только # соединений} other {В PostgreSQL осталось только # соединения}}.",
    "finding.database_pool":
      "Нет свободного соединения для запросов. Сообщения принимаются, но списки и настройки могут быть недоступны.",
    "finding.database_standby":
      "synchronous_commit = {setting}: на резервном сервере после переключения может не быть подтверждённых сообщений.",
    "finding.database_backfill":
      "Выполняется шаг схемы {step}: строк готово {rows}, всего около {total}. Сообщения принимаются.",
    "finding.database_hosts_good": "Основной сервер: {primary}. Резервные: {standbys}.",
    "finding.database_hosts_away": "Один из серверов в DATABASE_URL недоступен ({reason}).",
    "finding.database_hosts_two": "Запись принимают {hosts}. Используется новый: {primary}.",
    "finding.database_replica_good": "Реплика для чтения не отстаёт.",
    "finding.database_replica_behind":
      "Реплика для чтения отстаёт на {lag} и {seconds} с. Чего в ней нет, отдаёт основной сервер.",
    "finding.database_replica_away":
      "Реплика для чтения не отвечает ({reason}). Её запросы выполняет основной сервер.",
    "finding.database_replica_foreign":
      "Реплика для чтения не следует за этой базой данных. Её запросы выполняет основной сервер.",
    "finding.nodes_good": "С этой базой данных работает один узел.",
    "finding.nodes_several": "С этой базой данных работает узлов: {count} ({nodes}).",
    "finding.redis_off": "Не настроен. Сообщения между узлами идут через PostgreSQL.",
    "finding.redis_good": "Версия {version} на {at} отвечает за {ms} мс.",
    "finding.redis_partly":
      "{at} не достигает {count, plural, one {# другого узла} few {# других узлов} many {# других узлов} other {# других узлов}}. Сообщения идут и через PostgreSQL.",
    "finding.redis_away": "{at} недоступен ({reason}). Сообщения идут через PostgreSQL.",
    "finding.redis_old": "Версия {version} на {at} старше проверенных.",
    "finding.sockets_good": "Новые соединения принимаются.",
    "finding.sockets_none": "Для новых соединений не осталось файловых дескрипторов.",
    "finding.clock_good": "Совпадают с часами базы данных.",
    "finding.clock_apart": "Часы этой машины и базы данных расходятся на {ms} мс.",
    "finding.clock_ahead":
      "Последняя запись на {seconds} с в будущем. Часы этой машины перевели назад.",
    "finding.connectors_none": "Каналов почты и мессенджеров нет.",
    "finding.connectors_good":
      "{count, plural, one {Работает # канал} few {Работают # канала} many {Работают # каналов} other {Работают # канала}}.",
    "finding.connectors_failing":
      "{count, plural, one {# канал не принимает} few {# канала не принимают} many {# каналов не принимают} other {# канала не принимают}} или не отправляет сообщения: {channels}.",
    "finding.deliveries_good": "Доставок старше часа нет.",
    "finding.deliveries_wait":
      "{count, plural, one {# доставка} few {# доставки} many {# доставок} other {# доставки}} в очереди больше часа, самая старая с {oldest_at}.",
    "finding.audit_good":
      "Журнал цел: {count, plural, one {проверена # запись} few {проверено # записи} many {проверено # записей} other {проверено # записи}}.",
    "finding.audit_broken":
      "Аккаунт {account}: запись {n} изменена, или не хватает записи перед ней.",
    "finding.audit_broken_installation":
      "Установка: запись {n} изменена, или не хватает записи перед ней.",
    "finding.audit_late": "Проверка журнала заняла слишком много времени.",
    "finding.keys_good": "В ближайшие 14 дней ни один ключ API не истекает.",
    "finding.keys_ending":
      "{count, plural, one {Срок # ключа API истекает} few {Срок # ключей API истекает} many {Срок # ключей API истекает} other {Срок # ключа API истекает}} в ближайшие 14 дней, первого — {first_at}.",
    "finding.backups_good":
      "{days, plural, =0 {Последняя копия сделана сегодня.} one {Последней копии # день.} few {Последней копии # дня.} many {Последней копии # дней.} other {Последней копии # дня.}}",
    "finding.backups_old":
      "{days, plural, one {Последней копии # день.} few {Последней копии # дня.} many {Последней копии # дней.} other {Последней копии # дня.}}",
    "finding.backups_none": "Резервных копий не найдено.",
    "finding.backups_failed": "Последняя копия не создана: {error}.",
    "finding.backups_missed": "Копия за {night} не создана.",
    "finding.backups_archive_good": "Изменения архивируются, последний сегмент: {archived_at}.",
    "finding.backups_archive_failing": "PostgreSQL не удалось заархивировать {file} ({failed_at}).",
    "finding.backups_archive_late": "PostgreSQL ничего не архивирует уже {minutes} мин.",
    "finding.backups_archive_slow": "Тихие часы не архивируются: archive_timeout равен 0.",
    "finding.mail_off": "Не настроен. Очереди писем нет.",
    "finding.mail_good": "{at} доступен.",
    "finding.mail_unreachable": "{at} недоступен ({reason}).",
    "finding.storage_disk": "Файлы хранятся на диске.",
    "finding.storage_good": "{at} доступен.",
    "finding.storage_unreachable": "{at} недоступен ({reason}). Файлы нельзя загрузить и показать.",
    "finding.scanner_off": "Не настроен. Файлы сохраняются без проверки на вирусы.",
    "finding.scanner_good": "{at} доступен.",
    "finding.scanner_unreachable": "{at} недоступен ({reason}). Файлы не сохраняются.",
    "finding.tls_good":
      "{days, plural, one {Сертификат {host} действует ещё # день.} few {Сертификат {host} действует ещё # дня.} many {Сертификат {host} действует ещё # дней.} other {Сертификат {host} действует ещё # дня.}}",
    "finding.tls_local": "Не нужно: PUBLIC_URL указывает на эту машину.",
    "finding.tls_none": "{url} не использует HTTPS.",
    "finding.tls_ending":
      "{days, plural, one {Сертификат {host} истекает через # день.} few {Сертификат {host} истекает через # дня.} many {Сертификат {host} истекает через # дней.} other {Сертификат {host} истекает через # дня.}}",
    "finding.tls_untrusted": "Эта машина не доверяет сертификату {url} ({reason}).",
    "finding.origins_good": "У посетителей свой origin: {url}.",
    "finding.origins_shared":
      "У посетителей и операторов общий origin. Для большей безопасности задайте WIDGET_URL.",
    "finding.origins_wrong_address": "Настроено для {url}, но открывают {opened}.",
    "finding.proxy_good": "За последние 24 часа ничего необычного.",
    "finding.proxy_no_websockets":
      "Прокси перед {url} не пропускает WebSocket. Вместо него Parlour использует обычные запросы, это медленнее.",
    "finding.proxy_untrusted":
      "Запросы с адреса {peer} называют других клиентов в заголовках пересылки. Заголовки не учитываются, и все они считаются одним клиентом.",
    "finding.egress_good": "Поиск имён в DNS работает.",
    "finding.egress_proxy": "Задано {names}, но запросы к интеграторам не используют прокси.",
    "finding.egress_nameless": "DNS-сервер не настроен, имена хостов интеграторов не определяются.",
    "advice.disk_low":
      "Добавьте места на диске. При 64 МБ прекращается загрузка файлов, при 32 МБ — приём сообщений.",
    "advice.disk_full":
      "Освободите место на диске: нужно не меньше {least}. Потом Parlour продолжит работу сам.",
    "advice.disk_closed":
      "Проверьте владельца папки и не смонтирован ли диск только для чтения, или укажите другой DATA_DIR.",
    "advice.disk_unseen": "Проверьте, смонтирован ли её диск.",
    "advice.database_away": "Проверьте, работает ли PostgreSQL.",
    "advice.database_silent": "Проверьте, не перегружен ли он.",
    "advice.database_closed": "Проверьте, работает ли он и принимает ли соединения.",
    "advice.database_full":
      "Освободите место на диске PostgreSQL. Потом Parlour продолжит работу сам.",
    "advice.database_read_only": "Укажите в DATABASE_URL основной сервер.",
    "advice.database_unwritable": "Посмотрите журнал PostgreSQL.",
    "advice.database_old": "Обновите до PostgreSQL 15 или новее.",
    "advice.database_unsafe": "Включите это в postgresql.conf и перезапустите PostgreSQL.",
    "advice.database_roles":
      "Запустите Parlour один раз: он напечатает SQL, который нужно выполнить.",
    "advice.database_shared_roles": "Остановите узлы прежней версии и перезапустите один узел.",
    "advice.database_neighbours": "Дайте каждой своего пользователя без SUPERUSER, обновите их.",
    "advice.database_open": "Отзовите CONNECT у PUBLIC и выдайте его тем, кому он нужен.",
    "advice.database_crowded": "Увеличьте max_connections. Каждый узел использует около 25.",
    "advice.database_pool": "Увеличьте max_connections или отключите лишних клиентов базы данных.",
    "advice.database_standby":
      "Установите synchronous_commit = on или примите риск потери при переключении.",
    "advice.database_hosts_away":
      "Запустите его или исправьте DATABASE_URL. Переключиться на него нельзя.",
    "advice.database_hosts_two": "Остановите другой сервер и сделайте его резервным.",
    "advice.database_replica_behind":
      "Проверьте её нагрузку, сеть и не приостановлено ли воспроизведение журнала.",
    "advice.database_replica_away": "Запустите её или удалите DATABASE_READ_URL.",
    "advice.database_replica_foreign":
      "Укажите в DATABASE_READ_URL резервный сервер базы из DATABASE_URL. После переключения это может длиться до его следующей контрольной точки.",
    "advice.sockets_none": "Увеличьте лимит открытых файлов (ulimit -n).",
    "advice.clock_apart": "Синхронизируйте часы обеих машин по NTP.",
    "advice.clock_ahead":
      "Синхронизируйте часы по NTP. Порядок сообщений не меняется, но показанное время неверно.",
    "advice.deliveries_wait":
      "Откройте журнал доставки: там видно, какой адрес не работает и почему.",
    "advice.audit_broken":
      "Кто-то изменил базу данных напрямую, или диск потерял данные. Сравните с резервной копией и проверьте, у кого есть доступ к базе данных.",
    "advice.audit_broken_installation":
      "Кто-то изменил базу данных напрямую, или диск потерял данные. Сравните с резервной копией и проверьте, у кого есть доступ к базе данных.",
    "advice.audit_late": "Запустите на сервере «parlour doctor»: у него нет ограничения времени.",
    "advice.backups_old":
      "Включите на этой странице копию каждую ночь. Копии, сделанные иначе, здесь не видны.",
    "advice.backups_none":
      "Включите на этой странице копию каждую ночь. Копии, сделанные иначе, здесь не видны.",
    "advice.backups_failed": "Устраните причину и нажмите «Создать копию сейчас».",
    "advice.backups_archive_failing": "Проверьте журнал PostgreSQL: его диск заполняется.",
    "advice.backups_archive_late": "Проверьте archive_command и архив.",
    "advice.backups_archive_slow": "Задайте в PostgreSQL archive_timeout равным 60 с.",
    "advice.backups_missed":
      "Проверьте, что Parlour в это время работает, и нажмите «Создать копию сейчас».",
    "advice.redis_partly":
      "Проверьте, что у всех узлов одинаковый REDIS_URL и что они могут к нему подключиться.",
    "advice.redis_away":
      "Проверьте, что Redis запущен, а также REDIS_URL и сетевое соединение. После этого Parlour снова начнёт его использовать.",
    "advice.connectors_failing": "Откройте канал в разделе «Почта и мессенджеры» и проверьте его.",
    "advice.redis_old": "Установите Redis 7, Valkey 8 или новее.",
    "advice.mail_unreachable":
      "Проверьте сервер, порт и межсетевой экран. Тестовое письмо покажет, на каком шаге ошибка.",
    "advice.storage_unreachable": "Проверьте адрес S3 и сетевое соединение с ним.",
    "advice.scanner_unreachable":
      "Запустите антивирус либо проверьте FILE_SCANNER и сетевое соединение с ним.",
    "advice.origins_wrong_address":
      "Откройте {url} или задайте PUBLIC_URL={opened} и перезапустите Parlour.",
    "advice.proxy_no_websockets": "Разрешите в прокси переход на WebSocket: docs/operate/proxy.md.",
    "advice.proxy_untrusted":
      "Если это ваш прокси, добавьте его в TRUST_PROXY и перезапустите Parlour.",
    "advice.tls_none":
      "Поставьте перед Parlour прокси с TLS и укажите в PUBLIC_URL его https-адрес.",
    "advice.keys_ending":
      "Какие именно, видно в списке ключей API каждого аккаунта. Создайте новый ключ, пока старый ещё действует.",
    "advice.tls_ending": "Продлите сертификат.",
    "advice.tls_untrusted":
      "Исправьте прокси или его сертификат. Никогда не отключайте проверку сертификатов у интеграторов.",
    "advice.egress_proxy": "Разрешите прямые исходящие соединения в межсетевом экране.",
    "advice.egress_nameless": "Проверьте /etc/resolv.conf на сервере.",
  },
});
