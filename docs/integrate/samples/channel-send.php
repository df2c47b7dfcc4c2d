<?php
// Sends a customer's message to a chat channel. Environment: INBOUND_URL, the inbound URL of the channel.
$body = json_encode([
    'sender' => ['id' => 'cust-881', 'name' => 'Nadia Ross', 'email' => 'nadia@shop.example'],
    'message' => ['type' => 'text', 'id' => 'm-5001', 'text' => 'Is size 42 back in stock?'],
]);
// Every repeat has the same key and the same bytes, so that Parlour accepts the message once.
$headers = ['Content-Type: application/json', 'Idempotency-Key: ' . bin2hex(random_bytes(16))];

for ($attempt = 1; $attempt <= 5; $attempt++) {
    $reply = @file_get_contents(getenv('INBOUND_URL'), false, stream_context_create(['http' => [
        'method' => 'POST', 'header' => $headers, 'content' => $body, 'timeout' => 10, 'ignore_errors' => true,
    ]]));
    $status = $reply === false ? 0 : (int) explode(' ', $http_response_header[0])[1];
    if ($status === 200) {
        echo $reply, "\n";
        exit(0);
    }
    // A repeat cannot help after a 4xx other than 429. Report it with its X-Request-Id.
    if ($status >= 400 && $status < 500 && $status !== 429) {
        break;
    }
    sleep(2 ** $attempt);
}
fwrite(STDERR, "$status $reply\n");
exit(1);
