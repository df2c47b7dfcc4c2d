<?php
/**
 * The page Settings → Parlour Chat: the code of the widget, and the secret of signed identities.
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Returns the address of the widget script and the secret. "": not set. */
function parlour_chat_settings() {
	$stored = get_option( 'parlour_chat', array() );
	return array_merge(
		array(
			'script' => '',
			'secret' => '',
		),
		is_array( $stored ) ? $stored : array()
	);
}

/** Returns the address of the script in the pasted code, or in an address of the widget. "": none. */
function parlour_chat_find_script( $code ) {
	$is_found = preg_match( '#https?://[^\s"\'<>]+/widget/[A-Za-z0-9]+\.js#', $code, $found );
	return $is_found ? esc_url_raw( $found[0], array( 'http', 'https' ) ) : '';
}

/** Checks what was entered. A wrong code changes nothing and says why. */
function parlour_chat_sanitize( $input ) {
	$present = parlour_chat_settings();
	$code    = isset( $input['script'] ) ? trim( $input['script'] ) : '';
	$script  = parlour_chat_find_script( $code );
	if ( '' !== $code && '' === $script ) {
		add_settings_error(
			'parlour_chat',
			'no_script',
			__( 'This is not the code of a widget, so nothing was changed. Copy it in Parlour from Settings → Site widgets → the widget → Install.', 'parlour-chat' )
		);
		return $present;
	}
	return array(
		'script' => $script,
		// The secret is never shown again. An empty field keeps it.
		'secret' => empty( $input['secret'] ) ? $present['secret'] : trim( $input['secret'] ),
	);
}

function parlour_chat_register() {
	register_setting( 'parlour_chat', 'parlour_chat', array( 'sanitize_callback' => 'parlour_chat_sanitize' ) );
	add_settings_section( 'parlour_chat', '', '__return_false', 'parlour_chat' );
	add_settings_field(
		'parlour_chat_script',
		__( 'Code of the widget', 'parlour-chat' ),
		'parlour_chat_script_field',
		'parlour_chat',
		'parlour_chat',
		array( 'label_for' => 'parlour_chat_script' )
	);
	add_settings_field(
		'parlour_chat_secret',
		__( 'Identity secret', 'parlour-chat' ),
		'parlour_chat_secret_field',
		'parlour_chat',
		'parlour_chat',
		array( 'label_for' => 'parlour_chat_secret' )
	);
}
add_action( 'admin_init', 'parlour_chat_register' );

function parlour_chat_script_field() {
	?>
	<textarea id="parlour_chat_script" name="parlour_chat[script]" rows="4" class="large-text code"><?php echo esc_textarea( parlour_chat_settings()['script'] ); ?></textarea>
	<p class="description"><?php esc_html_e( 'Paste the code from Settings → Site widgets → the widget → Install. Empty: no chat.', 'parlour-chat' ); ?></p>
	<?php
}

function parlour_chat_secret_field() {
	$is_set = '' !== parlour_chat_settings()['secret'];
	?>
	<input type="password" id="parlour_chat_secret" name="parlour_chat[secret]" class="regular-text" autocomplete="off" placeholder="<?php echo esc_attr( $is_set ? __( 'Stored', 'parlour-chat' ) : '' ); ?>">
	<p class="description"><?php esc_html_e( 'Optional, from the same page. People who are signed in to your site are then known to operators, with their history on every device.', 'parlour-chat' ); ?></p>
	<?php
}

function parlour_chat_menu() {
	add_options_page( 'Parlour Chat', 'Parlour Chat', 'manage_options', 'parlour_chat', 'parlour_chat_page' );
}
add_action( 'admin_menu', 'parlour_chat_menu' );

function parlour_chat_page() {
	?>
	<div class="wrap">
		<h1>Parlour Chat</h1>
		<form action="options.php" method="post">
			<?php
			settings_fields( 'parlour_chat' );
			do_settings_sections( 'parlour_chat' );
			submit_button();
			?>
		</form>
	</div>
	<?php
}

/** Adds the link to the settings in the list of plug-ins. */
function parlour_chat_links( $links ) {
	$url = admin_url( 'options-general.php?page=parlour_chat' );
	array_unshift( $links, '<a href="' . esc_url( $url ) . '">' . esc_html__( 'Settings', 'parlour-chat' ) . '</a>' );
	return $links;
}
add_filter( 'plugin_action_links_' . plugin_basename( __DIR__ . '/parlour-chat.php' ), 'parlour_chat_links' );
