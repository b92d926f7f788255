CREATE OR REPLACE FUNCTION private.archive_tables()
 RETURNS TABLE(place bigint, name text, part text, private_columns text[], reason text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select row_number() over (), listed.* from (values
    ('public.profiles', 'content', array['email'], null),
    ('public.author_profiles', 'content', array['email'], null),
    ('private.merged_people', 'content', null, null),
    ('private.former_names', 'content', null, null),
    ('public.name_requests', 'content', null, null),
    ('public.notification_choices', 'content', null, null),
    ('public.proposed_people', 'content', null, null),
    ('public.categories', 'content', null, null),
    ('public.tags', 'content', null, null),
    ('private.merged_tags', 'content', null, null),
    ('public.sections', 'content', null, null),
    ('public.menus', 'content', null, null),
    ('public.credit_roles', 'content', null, null),
    ('public.media', 'content', null, null),
    ('public.media_focus_proposals', 'content', null, null),
    ('private.deleted_media', 'content', null, null),
    ('private.used_storage_paths', 'content', null, null),
    ('public.fonts', 'content', null, null),
    ('public.global_styles', 'content', null, null),
    ('public.theme', 'content', null, null),
    ('public.branding', 'content', null, null),
    ('public.site_settings', 'content', null, null),
    ('private.demo_settings', 'content', null, null),
    ('private.consent_wordings', 'content', null, null),
    ('public.pages', 'content', null, null),
    ('public.articles', 'content', null, null),
    ('public.article_tags', 'content', null, null),
    ('public.article_working_copies', 'content', null, null),
    ('public.article_templates', 'content', null, null),
    ('public.article_template_tags', 'content', null, null),
    ('public.slug_redirects', 'content', null, null),
    ('public.front_versions', 'content', null, null),
    ('public.plans', 'content', null, null),
    ('public.plan_tasks', 'content', null, null),
    ('public.comment_threads', 'content', null, null),
    ('public.comments', 'content', null, null),
    ('public.comment_guests', 'content', null, null),
    ('private.page_views', 'content', null, null),
    ('private.crawler_views', 'content', null, null),
    ('public.article_revisions', 'history', null, null),
    ('public.subscribers', 'private', null, null),
    -- Links to unsubscribe go on in letters that are out, and who was erased stays away.
    ('private.unsubscribe_key', 'private', null, null),
    ('private.erased_addresses', 'private', null, null),
    ('public.contact_messages', 'private', null, null),
    -- Reports of imports name addresses, and the rows before an import have those of subscribers.
    ('public.imports', 'private', null, null),
    ('private.imported_rows', 'private', null, null),
    ('public.audit_log', 'audit-log', null, null),
    ('private.media_references', 'none', null, 'made of the rows again'),
    ('private.story_words', 'none', null, 'made of the stories again'),
    ('private.search_words', 'none', null, 'made of the stories again'),
    ('public.publish_outbox', 'none', null, 'made of the rows again: all that readers see, and what is scheduled'),
    ('public.builds', 'none', null, 'what a publisher has done'),
    ('public.publish_problems', 'none', null, 'what a publisher has found'),
    ('public.backup_runs', 'none', null, 'what was backed up of this project, and when'),
    ('private.publisher_lease', 'none', null, 'belongs to a running publisher'),
    ('private.publish_webhook', 'none', null, 'a secret of the project'),
    ('public.deploy_settings', 'none', null, 'a secret of the project: the address of the build hook'),
    ('private.build_hook_call', 'none', null, 'the last call of the build hook'),
    ('public.notifications', 'none', null, 'told already; a restored magazine tells of what comes after'),
    ('private.notifications_began', 'none', null, 'the time of the restore'),
    ('private.mails', 'none', null, 'no mail is sent twice, and the links in them are secret'),
    ('public.preview_links', 'none', null, 'digests of secret links, which end'),
    ('private.calendar_tokens', 'none', null, 'digests of secret addresses, which end'),
    ('private.first_account_token', 'none', null, 'the digest of a secret link'),
    ('private.announced_actors', 'none', null, 'lasts for a minute'),
    ('private.rate_limits', 'none', null, 'counts of minutes'),
    ('private.added_rows', 'none', null, 'counts of hours'),
    ('private.undo_steps', 'none', null, 'kept for a day'),
    ('private.own_addresses', 'none', null, 'the publisher tells them'),
    ('private.site_files', 'none', null, 'the code tells them'),
    ('private.saved_columns', 'none', null, 'part of the schema'),
    ('private.reserved_page_slugs', 'none', null, 'part of the schema'),
    ('private.archive_lines', 'none', null, 'rows of an archive that is written or read'),
    ('storage.objects', 'none', null, 'the files themselves are in the archive'),
    ('storage.buckets', 'none', null, 'part of the schema'),
    ('auth.users', 'none', null, 'accounts are made anew, without password: their addresses are in the second file'),
    ('auth.identities', 'none', null, 'made with the accounts'),
    ('auth.sessions', 'none', null, 'secret'),
    ('auth.refresh_tokens', 'none', null, 'secret'),
    ('auth.mfa_factors', 'none', null, 'secret'),
    ('auth.mfa_challenges', 'none', null, 'secret'),
    ('auth.mfa_amr_claims', 'none', null, 'of sessions'),
    ('auth.flow_state', 'none', null, 'secret'),
    ('auth.audit_log_entries', 'none', null, 'of the auth server')
  ) as listed (name, part, private_columns, reason)
$function$
;

create table public.backup_runs (
  id bigint generated always as identity not null,
  kind text not null,
  started_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  is_ok boolean,
  what text,
  archive text,
  pages integer
);

alter table public.backup_runs enable row level security;

revoke all on table public.backup_runs from public, anon, authenticated, service_role;
grant select on table public.backup_runs to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.backup_runs to service_role;

revoke all on sequence public.backup_runs_id_seq from public, anon, authenticated, service_role;
grant usage on sequence public.backup_runs_id_seq to service_role;

alter table public.backup_runs add constraint backup_runs_kind_check CHECK ((kind = ANY (ARRAY['backup'::text, 'drill'::text])));

alter table public.backup_runs add constraint backup_runs_what_check CHECK ((char_length(what) <= 2000));

alter table public.backup_runs add constraint backup_runs_archive_check CHECK ((char_length(archive) <= 200));

alter table public.backup_runs add constraint backup_runs_pages_check CHECK ((pages >= 0));

alter table public.backup_runs add constraint backup_runs_ended_check CHECK (((ended_at IS NULL) = (is_ok IS NULL)));

alter table public.backup_runs add constraint backup_runs_pkey PRIMARY KEY (id);

CREATE INDEX backup_runs_kind_idx ON public.backup_runs USING btree (kind, id DESC);

create policy "super admins and editors see backups" on public.backup_runs
  for select
  to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role, 'editor'::public.app_role]) AS has_role));
