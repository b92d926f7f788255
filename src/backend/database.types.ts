// Written by `npm run types`: change the migrations, not this file.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

/** A table: its row, the columns that an insert may leave out, and those that only the database writes. */
type Table<
  Row,
  Optional extends keyof Row,
  Generated extends keyof Row,
  Relationships extends readonly unknown[],
> = {
  Row: Row
  Insert: { [Name in Exclude<keyof Row, Optional | Generated>]: Row[Name] } & { [Name in Optional]?: Row[Name] } & {
    [Name in Generated]?: never
  }
  Update: { [Name in Exclude<keyof Row, Generated>]?: Row[Name] } & { [Name in Generated]?: never }
  Relationships: Relationships
}

type ForeignKey<Name, Columns, Table, TableColumns, OneToOne> = {
  foreignKeyName: Name
  columns: Columns
  isOneToOne: OneToOne
  referencedRelation: Table
  referencedColumns: TableColumns
}

export type Database = {
  public: {
    Tables: {
      article_revisions: Table<{
        article_id: string
        created_at: string
        created_by: string | null
        data: Json
        id: number
        kind: string
        version: number
      }, 'created_at' | 'created_by' | 'kind', 'id', [
        ForeignKey<'article_revisions_article_id_fkey', ['article_id'], 'articles', ['id'], false>,
        ForeignKey<'article_revisions_created_by_fkey', ['created_by'], 'profiles', ['id'], false>,
      ]>
      article_tags: Table<{
        article_id: string
        tag_id: string
      }, never, never, [
        ForeignKey<'article_tags_article_id_fkey', ['article_id'], 'articles', ['id'], false>,
        ForeignKey<'article_tags_tag_id_fkey', ['tag_id'], 'tags', ['id'], false>,
      ]>
      article_template_tags: Table<{
        tag_id: string
        template_id: string
      }, never, never, [
        ForeignKey<'article_template_tags_tag_id_fkey', ['tag_id'], 'tags', ['id'], false>,
        ForeignKey<'article_template_tags_template_id_fkey', ['template_id'], 'article_templates', ['id'], false>,
      ]>
      article_templates: Table<{
        category_id: string | null
        content: Json
        created_at: string
        created_by: string | null
        description: string | null
        excerpt: string | null
        id: string
        name: string
        standfirst: string | null
        title_pattern: string
        updated_at: string
        version: number
      }, 'category_id' | 'content' | 'created_at' | 'created_by' | 'description' | 'excerpt' | 'id' | 'standfirst' | 'title_pattern' | 'updated_at' | 'version', never, [
        ForeignKey<'article_templates_category_id_fkey', ['category_id'], 'categories', ['id'], false>,
        ForeignKey<'article_templates_created_by_fkey', ['created_by'], 'profiles', ['id'], false>,
      ]>
      article_working_copies: Table<{
        article_id: string
        base_version: number
        data: Json
        updated_at: string
        updated_by: string | null
        version: number
      }, 'updated_at' | 'updated_by' | 'version', never, [
        ForeignKey<'article_working_copies_article_id_fkey', ['article_id'], 'articles', ['id'], true>,
        ForeignKey<'article_working_copies_updated_by_fkey', ['updated_by'], 'profiles', ['id'], false>,
      ]>
      articles: Table<{
        author_id: string | null
        category_id: string | null
        content: Json
        created_at: string
        deleted_at: string | null
        excerpt: string | null
        featured: boolean
        featured_image: string | null
        gallery: string[]
        hero: boolean
        id: string
        meta_description: string | null
        meta_keywords: string[]
        meta_title: string | null
        published_at: string | null
        read_time: number | null
        slug: string
        standfirst: string | null
        status: string
        title: string
        title_emphasis: string | null
        updated_at: string
        version: number
      }, 'author_id' | 'category_id' | 'content' | 'created_at' | 'deleted_at' | 'excerpt' | 'featured' | 'featured_image' | 'gallery' | 'hero' | 'id' | 'meta_description' | 'meta_keywords' | 'meta_title' | 'published_at' | 'read_time' | 'standfirst' | 'status' | 'title_emphasis' | 'updated_at' | 'version', never, [
        ForeignKey<'articles_author_id_fkey', ['author_id'], 'profiles', ['id'], false>,
        ForeignKey<'articles_category_id_fkey', ['category_id'], 'categories', ['id'], false>,
      ]>
      author_profiles: Table<{
        bio: string | null
        created_at: string
        email: string | null
        id: string
        image_url: string | null
        name: string
        profile_id: string | null
        role: string | null
        slug: string
        social_links: Json
        updated_at: string
      }, 'bio' | 'created_at' | 'email' | 'id' | 'image_url' | 'profile_id' | 'role' | 'social_links' | 'updated_at', never, [
        ForeignKey<'author_profiles_profile_id_fkey', ['profile_id'], 'profiles', ['id'], true>,
      ]>
      builds: Table<{
        duration_ms: number | null
        error: string | null
        finished_at: string | null
        id: number
        kind: string
        last_event: number | null
        pages_removed: number | null
        pages_rendered: number | null
        started_at: string
        status: string
        timings: Json
      }, 'duration_ms' | 'error' | 'finished_at' | 'kind' | 'last_event' | 'pages_removed' | 'pages_rendered' | 'started_at' | 'status' | 'timings', 'id', []>
      categories: Table<{
        color: string
        created_at: string
        description: string | null
        id: string
        name: string
        slug: string
        updated_at: string
      }, 'color' | 'created_at' | 'description' | 'id' | 'updated_at', never, []>
      contact_messages: Table<{
        answered_at: string | null
        answered_by: string | null
        created_at: string
        email: string
        id: string
        message: string
        name: string
        phone: string | null
        status: string
        subject: string | null
      }, 'answered_at' | 'answered_by' | 'created_at' | 'id' | 'phone' | 'status' | 'subject', never, [
        ForeignKey<'contact_messages_answered_by_fkey', ['answered_by'], 'profiles', ['id'], false>,
      ]>
      deploy_settings: Table<{
        deploy_hook_url: string | null
        hook_host: string | null
        id: string
        updated_at: string
        version: number
      }, 'deploy_hook_url' | 'id' | 'updated_at' | 'version', 'hook_host', []>
      fonts: Table<{
        created_at: string
        file_size: number | null
        font_file_path: string
        font_name: string
        font_style: string
        font_usage: string[]
        font_weight: string
        id: string
        mime_type: string | null
        uploaded_by: string | null
      }, 'created_at' | 'file_size' | 'font_style' | 'font_usage' | 'font_weight' | 'id' | 'mime_type' | 'uploaded_by', never, [
        ForeignKey<'fonts_uploaded_by_fkey', ['uploaded_by'], 'profiles', ['id'], false>,
      ]>
      global_styles: Table<{
        accent_font_id: string | null
        id: string
        primary_font_id: string | null
        secondary_font_id: string | null
        updated_at: string
      }, 'accent_font_id' | 'id' | 'primary_font_id' | 'secondary_font_id' | 'updated_at', never, [
        ForeignKey<'global_styles_accent_font_id_fkey', ['accent_font_id'], 'fonts', ['id'], false>,
        ForeignKey<'global_styles_primary_font_id_fkey', ['primary_font_id'], 'fonts', ['id'], false>,
        ForeignKey<'global_styles_secondary_font_id_fkey', ['secondary_font_id'], 'fonts', ['id'], false>,
      ]>
      media: Table<{
        alt_text: string | null
        caption: string | null
        created_at: string
        filename: string
        focus: number[] | null
        height: number | null
        id: string
        mime_type: string
        original_filename: string
        size_bytes: number
        storage_path: string
        thumbnail_path: string | null
        uploaded_by: string | null
        width: number | null
      }, 'alt_text' | 'caption' | 'created_at' | 'focus' | 'height' | 'id' | 'thumbnail_path' | 'uploaded_by' | 'width', never, [
        ForeignKey<'media_uploaded_by_fkey', ['uploaded_by'], 'profiles', ['id'], false>,
      ]>
      media_focus_proposals: Table<{
        focus: number[]
        media_id: string
      }, never, never, [
        ForeignKey<'media_focus_proposals_media_id_fkey', ['media_id'], 'media', ['id'], true>,
      ]>
      pages: Table<{
        author_id: string | null
        content: Json
        created_at: string
        excerpt: string | null
        id: string
        meta_description: string | null
        meta_title: string | null
        parent_id: string | null
        slug: string
        status: string
        title: string
        updated_at: string
        version: number
      }, 'author_id' | 'content' | 'created_at' | 'excerpt' | 'id' | 'meta_description' | 'meta_title' | 'parent_id' | 'status' | 'updated_at' | 'version', never, [
        ForeignKey<'pages_author_id_fkey', ['author_id'], 'profiles', ['id'], false>,
        ForeignKey<'pages_parent_id_fkey', ['parent_id'], 'pages', ['id'], false>,
      ]>
      profiles: Table<{
        created_at: string
        email: string | null
        full_name: string | null
        id: string
        role: Database['public']['Enums']['app_role']
        updated_at: string
      }, 'created_at' | 'email' | 'full_name' | 'role' | 'updated_at', never, []>
      publish_outbox: Table<{
        build_id: number | null
        created_at: string
        due_at: string
        entity: string
        entity_id: string
        id: number
        posted_at: string | null
        processed_at: string | null
      }, 'build_id' | 'created_at' | 'due_at' | 'posted_at' | 'processed_at', 'id', [
        ForeignKey<'publish_outbox_build_id_fkey', ['build_id'], 'builds', ['id'], false>,
      ]>
      site_settings: Table<{
        contact_email: string | null
        contact_enabled: boolean
        id: string
        newsletter_enabled: boolean
        sign_up_open: boolean
        site_name: string
        social_label: string
        social_url: string | null
        tagline: string
        updated_at: string
        version: number
      }, 'contact_email' | 'contact_enabled' | 'id' | 'newsletter_enabled' | 'sign_up_open' | 'site_name' | 'social_label' | 'social_url' | 'tagline' | 'updated_at' | 'version', never, []>
      slug_redirects: Table<{
        article_id: string | null
        created_at: string
        id: number
        kind: string
        old_path: string
        old_slug: string
        page_id: string | null
        tag_id: string | null
        target: string | null
      }, 'article_id' | 'created_at' | 'kind' | 'page_id' | 'tag_id' | 'target', 'id' | 'old_path', [
        ForeignKey<'slug_redirects_article_id_fkey', ['article_id'], 'articles', ['id'], false>,
        ForeignKey<'slug_redirects_page_id_fkey', ['page_id'], 'pages', ['id'], false>,
      ]>
      subscribers: Table<{
        email: string
        first_name: string | null
        id: string
        preferences: Json
        source_page: string | null
        status: string
        subscribed_at: string
      }, 'first_name' | 'id' | 'preferences' | 'source_page' | 'status' | 'subscribed_at', never, []>
      tags: Table<{
        created_at: string
        id: string
        name: string
        slug: string
      }, 'created_at' | 'id', never, []>
    }
    Views: {
    }
    Functions: {
      begin_build: {
        Args: { p_kind?: string | null }
        Returns: Json
      }
      can_write_article: {
        Args: { p_article: string | null }
        Returns: boolean
      }
      count_view: {
        Args: { p_slug: string | null }
        Returns: undefined
      }
      current_role_name: {
        Args: Record<PropertyKey, never>
        Returns: Database['public']['Enums']['app_role']
      }
      delete_media: {
        Args: { p_media: string | null; p_even_if_used?: boolean | null }
        Returns: string[]
      }
      find_stories: {
        Args: { p_text?: string | null; p_category?: string | null; p_author?: string | null; p_least?: number | null; p_most?: number | null; p_usual?: number | null; p_sort?: string | null; p_skip?: number | null; p_take?: number | null }
        Returns: Json
      }
      find_titles: {
        Args: { p_text: string | null; p_take?: number | null }
        Returns: { title: string | null }[]
      }
      finish_build: {
        Args: { p_build: number | null; p_events: number[] | null; p_stats: Json | null; p_error?: string | null }
        Returns: undefined
      }
      get_article_counts: {
        Args: Record<PropertyKey, never>
        Returns: { status: string | null; articles: number | null }[]
      }
      get_author_names: {
        Args: Record<PropertyKey, never>
        Returns: { id: string | null; full_name: string | null }[]
      }
      get_dashboard_counts: {
        Args: { p_previous: string | null; p_current: string | null; p_until: string | null }
        Returns: { kind: string | null; total: number | null; current: number | null; previous: number | null }[]
      }
      get_public_author_profiles: {
        Args: Record<PropertyKey, never>
        Returns: { id: string | null; slug: string | null; name: string | null; role: string | null; bio: string | null; image_url: string | null; email: string | null; created_at: string | null; social_links: Json | null; profile_id: string | null }[]
      }
      get_publish_numbers: {
        Args: { p_from: string | null; p_until: string | null }
        Returns: Json
      }
      get_publish_state: {
        Args: { p_article: string | null }
        Returns: { event_id: number | null; due_at: string | null; created_at: string | null; processed_at: string | null; status: string | null; duration_ms: number | null; error: string | null }[]
      }
      get_redirect_targets: {
        Args: { p_redirects: number[] | null }
        Returns: { id: number | null; target: string | null }[]
      }
      get_story_numbers: {
        Args: { p_from: string | null; p_until: string | null }
        Returns: Json
      }
      get_subscriber_numbers: {
        Args: { p_from: string | null; p_until: string | null }
        Returns: Json
      }
      get_subscriber_overview: {
        Args: { month_start: string | null }
        Returns: { total: number | null; active: number | null; this_month: number | null; sources: string[] | null }[]
      }
      get_view_numbers: {
        Args: { p_from: string | null; p_until: string | null }
        Returns: Json
      }
      has_role: {
        Args: { roles: Database['public']['Enums']['app_role'][] | null }
        Returns: boolean
      }
      list_article_revisions: {
        Args: { p_article: string | null; p_every?: boolean | null; p_before?: number | null }
        Returns: { id: number | null; kind: string | null; created_at: string | null; created_by: string | null; author_name: string | null; status: string | null; changed: string[] | null; is_first: boolean | null }[]
      }
      list_media_without_focus_proposal: {
        Args: { p_take?: number | null }
        Returns: { id: string | null; storage_path: string | null; thumbnail_path: string | null }[]
      }
      media_totals: {
        Args: { p_kind?: string | null; p_pattern?: string | null }
        Returns: { files: number | null; bytes: number | null }[]
      }
      media_usage: {
        Args: { p_media: string | null }
        Returns: { kind: string | null; id: string | null; title: string | null; status: string | null; places: string[] | null }[]
      }
      merge_tags: {
        Args: { p_from: string | null; p_into: string | null }
        Returns: undefined
      }
      save_article: {
        Args: { p_id: string | null; p_version: number | null; p_article: Json | null; p_tags?: string[] | null; p_copy_version?: number | null }
        Returns: Database['public']['Tables']['articles']['Row']
      }
      save_page: {
        Args: { p_id: string | null; p_version: number | null; p_page: Json | null }
        Returns: Database['public']['Tables']['pages']['Row']
      }
      save_template: {
        Args: { p_id: string | null; p_version: number | null; p_template: Json | null; p_tags: string[] | null }
        Returns: Database['public']['Tables']['article_templates']['Row']
      }
      slug_taken: {
        Args: { p_slug: string | null; p_article: string | null }
        Returns: boolean
      }
      slugify: {
        Args: { value: string | null }
        Returns: string
      }
    }
    Enums: {
      app_role: 'super_admin' | 'editor' | 'contributor' | 'viewer'
    }
    CompositeTypes: { [_ in never]: never }
  }
}
