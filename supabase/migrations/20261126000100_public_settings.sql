-- Visitors read the settings that are named, in place of all of them: a new one is private until somebody says otherwise.
revoke select on public.site_settings from anon;
grant select (id, site_name, tagline, social_label, social_url, newsletter_enabled, newsletter_confirm, contact_enabled,
  contact_email, sign_up_open, min_password_length)
on public.site_settings to anon;
