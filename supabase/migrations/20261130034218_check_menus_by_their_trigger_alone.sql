revoke all on function private.check_menu_link(jsonb) from public, anon, authenticated, service_role;
