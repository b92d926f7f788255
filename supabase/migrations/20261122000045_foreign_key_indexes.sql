-- Indexes of foreign keys: without one, deleting an account, a category or a build reads the whole table that names it.
create index article_revisions_created_by_idx on public.article_revisions (created_by);
create index article_templates_category_idx on public.article_templates (category_id);
create index article_templates_created_by_idx on public.article_templates (created_by);
create index article_working_copies_updated_by_idx on public.article_working_copies (updated_by);
create index contact_messages_answered_by_idx on public.contact_messages (answered_by);
create index fonts_uploaded_by_idx on public.fonts (uploaded_by);
create index global_styles_primary_font_idx on public.global_styles (primary_font_id);
create index global_styles_secondary_font_idx on public.global_styles (secondary_font_id);
create index global_styles_accent_font_idx on public.global_styles (accent_font_id);
create index media_uploaded_by_idx on public.media (uploaded_by);
create index pages_author_idx on public.pages (author_id);
create index publish_outbox_build_idx on public.publish_outbox (build_id);
create index slug_redirects_article_idx on public.slug_redirects (article_id);
create index slug_redirects_page_idx on public.slug_redirects (page_id);

-- Visitors have no role: no policy for them asks for one.
revoke execute on function public.has_role(public.app_role[]) from anon;
