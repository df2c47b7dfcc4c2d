<?php
// A bot that answers, and calls an operator on request. Environment: TOKEN (of the bot), PARLOUR_ADDRESS (…/bot/webhooks/<provider_id>/<token>).
// Start: php -S 127.0.0.1:8080 bot.php. Endpoint URL in Parlour: http://<this host>:8080/events
if ($_SERVER['REQUEST_URI'] !== '/events/' . rawurlencode(getenv('TOKEN'))) {
    http_response_code(404);
    exit;
}
$event = json_decode(file_get_contents('php://input'), true);
header('Content-Type: application/json');
echo '{"result":"ok"}';
// Parlour accepts the bot's message while its own request is open. With PHP-FPM, fastcgi_finish_request() ends the request here.
if (function_exists('fastcgi_finish_request')) {
    fastcgi_finish_request();
}
if ($event['event'] !== 'CLIENT_MESSAGE') {
    exit;
}
// A repeat has the same id. The file marks an answered event; replace it with a unique key in your database.
$seen = hash('sha256', getenv('TOKEN') . ' ' . $event['id']);
if (@fopen(sys_get_temp_dir() . "/parlour-bot-$seen", 'x') === false) {
    exit;
}
$about = ['id' => bin2hex(random_bytes(8)), 'client_id' => $event['client_id'], 'chat_id' => $event['chat_id']];
$answer = preg_match('/person|human|operator/i', $event['message']['text'])
    ? ['event' => 'INVITE_AGENT'] + $about
    : ['event' => 'BOT_MESSAGE'] + $about + ['message' => [
        'type' => 'BUTTONS',
        'title' => 'What is it about?',
        // Text for channels that show no buttons.
        'text' => 'Is it about an order, or do you want a person?',
        'buttons' => [
            ['id' => 'order', 'text' => 'An order'],
            ['id' => 'person', 'text' => 'A person, please'],
        ],
        'timestamp' => time(),
    ]];
file_get_contents(getenv('PARLOUR_ADDRESS'), false, stream_context_create(['http' => [
    'method' => 'POST', 'header' => ['Content-Type: application/json', 'Idempotency-Key: ' . $about['id']],
    'content' => json_encode($answer), 'timeout' => 10, 'ignore_errors' => true,
]]));
