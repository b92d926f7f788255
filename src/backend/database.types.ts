// Written by `npm run types`: change the database, not this file.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

/** A table: its row, the columns that an insert may leave out, and the columns that only the database writes. */
type Table<Row, Optional extends keyof Row, Generated extends keyof Row> = {
  Row: Row
  Insert: { [Name in Exclude<keyof Row, Optional | Generated>]: Row[Name] } & { [Name in Optional]?: Row[Name] } & {
    [Name in Generated]?: never
  }
  Update: { [Name in Exclude<keyof Row, Generated>]?: Row[Name] } & { [Name in Generated]?: never }
  // Left out: schemas check the answers, so the types of joined rows are not inferred.
  Relationships: []
}

type Call<Args, Returns> = { Args: Args; Returns: Returns }

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
      }, 'created_at' | 'created_by' | 'kind', 'id'>
      article_tags: Table<{
        article_id: string
        tag_id: string
      }, never, never>
      article_template_tags: Table<{
        tag_id: string
        template_id: string
      }, never, never>
      article_templates: Table<{
        category_id: string | null
        content: Json
        created_at: string
        created_by: string | null
        credits: Json | null
        description: string | null
        excerpt: string | null
        facts: Json
        id: string
        name: string
        opening: string | null
        standfirst: string | null
        title_pattern: string
        updated_at: string
        version: number
      }, 'category_id' | 'content' | 'created_at' | 'created_by' | 'credits' | 'description' | 'excerpt' | 'facts' | 'id' | 'opening' | 'standfirst' | 'title_pattern' | 'updated_at' | 'version', never>
      article_working_copies: Table<{
        article_id: string
        base_version: number
        data: Json
        updated_at: string
        updated_by: string | null
        version: number
      }, 'updated_at' | 'updated_by' | 'version', never>
      articles: Table<{
        author_id: string | null
        captions: Json
        category_id: string | null
        colour: string | null
        content: Json
        created_at: string
        credits: Json | null
        deleted_at: string | null
        excerpt: string | null
        facts: Json
        featured: boolean
        featured_image: string | null
        gallery: string[]
        hero: boolean
        id: string
        meta_description: string | null
        meta_keywords: string[]
        meta_title: string | null
        modified_at: string
        opening: string | null
        publish_at: string | null
        published_at: string | null
        read_time: number | null
        slug: string
        standfirst: string | null
        status: string
        title: string
        title_emphasis: string | null
        updated_at: string
        version: number
      }, 'author_id' | 'captions' | 'category_id' | 'colour' | 'content' | 'created_at' | 'credits' | 'deleted_at' | 'excerpt' | 'facts' | 'featured' | 'featured_image' | 'gallery' | 'hero' | 'id' | 'meta_description' | 'meta_keywords' | 'meta_title' | 'modified_at' | 'opening' | 'publish_at' | 'published_at' | 'read_time' | 'standfirst' | 'status' | 'title_emphasis' | 'updated_at' | 'version', never>
      audit_log: Table<{
        actor_id: string | null
        actor_name: string
        created_at: string
        entity: string | null
        entity_id: string | null
        id: number
        kind: string
        note: string | null
        subject: string | null
      }, 'actor_id' | 'created_at' | 'entity' | 'entity_id' | 'note' | 'subject', 'id'>
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
        team_position: number | null
        updated_at: string
      }, 'bio' | 'created_at' | 'email' | 'id' | 'image_url' | 'profile_id' | 'role' | 'social_links' | 'team_position' | 'updated_at', never>
      backup_runs: Table<{
        archive: string | null
        ended_at: string | null
        id: number
        is_ok: boolean | null
        kind: string
        pages: number | null
        started_at: string
        what: string | null
      }, 'archive' | 'ended_at' | 'is_ok' | 'pages' | 'started_at' | 'what', 'id'>
      branding: Table<{
        former: Json | null
        icon: string | null
        id: string
        logo: string | null
        logo_dark: string | null
        share_picture: string | null
        updated_at: string
        version: number
      }, 'former' | 'icon' | 'id' | 'logo' | 'logo_dark' | 'share_picture' | 'updated_at' | 'version', never>
      builds: Table<{
        duration_ms: number | null
        error: string | null
        finished_at: string | null
        id: number
        kind: string
        pages_removed: number | null
        pages_rendered: number | null
        readers: string | null
        readers_at: string | null
        started_at: string
        status: string
        timings: Json
      }, 'duration_ms' | 'error' | 'finished_at' | 'kind' | 'pages_removed' | 'pages_rendered' | 'readers' | 'readers_at' | 'started_at' | 'status' | 'timings', 'id'>
      categories: Table<{
        color: string
        created_at: string
        description: string | null
        id: string
        name: string
        sections: string[]
        slug: string
        updated_at: string
      }, 'color' | 'created_at' | 'description' | 'id' | 'sections' | 'updated_at', never>
      comment_guests: Table<{
        article_id: string
        invited_at: string
        invited_by: string | null
        profile_id: string
      }, 'invited_at' | 'invited_by', never>
      comment_threads: Table<{
        article_id: string | null
        created_at: string
        id: string
        is_internal: boolean
        is_repeated: boolean
        kind: string
        letter_id: string | null
        prefix: string | null
        quote: string | null
        resolved_at: string | null
        resolved_by: string | null
        subject: string | null
        suffix: string | null
      }, 'article_id' | 'created_at' | 'id' | 'is_internal' | 'is_repeated' | 'letter_id' | 'prefix' | 'quote' | 'resolved_at' | 'resolved_by' | 'subject' | 'suffix', never>
      comments: Table<{
        author_id: string | null
        body: string
        created_at: string
        edited_at: string | null
        id: string
        is_internal: boolean
        mentions: string[]
        thread_id: string
      }, 'author_id' | 'created_at' | 'edited_at' | 'id' | 'is_internal' | 'mentions', never>
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
      }, 'answered_at' | 'answered_by' | 'created_at' | 'id' | 'phone' | 'status' | 'subject', never>
      credit_roles: Table<{
        byline: string
        id: string
        is_words: boolean
        name: string
        position: number
      }, 'id' | 'is_words' | 'position', never>
      deploy_settings: Table<{
        deploy_hook_url: string | null
        hook_host: string | null
        id: string
        updated_at: string
        version: number
      }, 'deploy_hook_url' | 'id' | 'updated_at' | 'version', 'hook_host'>
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
      }, 'created_at' | 'file_size' | 'font_style' | 'font_usage' | 'font_weight' | 'id' | 'mime_type' | 'uploaded_by', never>
      front_versions: Table<{
        blocks: Json | null
        created_at: string
        created_by: string | null
        id: string
        live_from: string
        note: string
        page: string
        updated_at: string
        version: number
      }, 'blocks' | 'created_at' | 'created_by' | 'id' | 'live_from' | 'note' | 'updated_at' | 'version', never>
      global_styles: Table<{
        accent_font_id: string | null
        id: string
        primary_font_id: string | null
        secondary_font_id: string | null
        updated_at: string
      }, 'accent_font_id' | 'id' | 'primary_font_id' | 'secondary_font_id' | 'updated_at', never>
      imports: Table<{
        beat_at: string
        choices: Json | null
        ended_at: string | null
        error: string | null
        file_name: string
        format: string
        id: string
        person_id: string | null
        progress: Json
        report: Json
        source: string
        started_at: string
        status: string
      }, 'beat_at' | 'choices' | 'ended_at' | 'error' | 'person_id' | 'progress' | 'report' | 'started_at' | 'status', never>
      letter_recipients: Table<{
        accepted_at: string | null
        alone: boolean
        attempts: number
        bounce: string | null
        bounced_at: string | null
        claim: string | null
        claimed_at: string | null
        claimed_by: string | null
        due_at: string
        email: string | null
        id: string
        left_at: string | null
        left_by: string | null
        letter_id: string
        provider_id: string | null
        reason: string | null
        repeats: number
        state: string
        subscriber_id: string | null
      }, 'accepted_at' | 'alone' | 'attempts' | 'bounce' | 'bounced_at' | 'claim' | 'claimed_at' | 'claimed_by' | 'due_at' | 'email' | 'id' | 'left_at' | 'left_by' | 'provider_id' | 'reason' | 'repeats' | 'state' | 'subscriber_id', never>
      letter_sender: Table<{
        from_name: string
        has_sent_before: boolean
        id: boolean
        per_minute: number | null
        reply_to: string | null
        updated_at: string
        version: number
      }, 'from_name' | 'has_sent_before' | 'id' | 'per_minute' | 'reply_to' | 'updated_at' | 'version', never>
      letters: Table<{
        blocks: Json
        candidates: number | null
        content: Json | null
        created_at: string
        created_by: string | null
        ended_at: string | null
        from_address: string | null
        from_name: string | null
        frozen_at: string | null
        hold: string | null
        html: string | null
        id: string
        plain_text: string | null
        preview_text: string
        problem: string | null
        reply_to: string | null
        send_at: string | null
        slug: string | null
        status: string
        subject: string
        topic: string
        updated_at: string
        version: number
      }, 'blocks' | 'candidates' | 'content' | 'created_at' | 'created_by' | 'ended_at' | 'from_address' | 'from_name' | 'frozen_at' | 'hold' | 'html' | 'id' | 'plain_text' | 'preview_text' | 'problem' | 'reply_to' | 'send_at' | 'slug' | 'status' | 'subject' | 'topic' | 'updated_at' | 'version', never>
      media: Table<{
        alt_text: string | null
        caption: string | null
        created_at: string
        credit: string | null
        filename: string
        focus: number[] | null
        height: number | null
        id: string
        licence: string | null
        licence_url: string | null
        made_by: string | null
        mime_type: string
        original_filename: string
        release_on_file: boolean
        restriction: string | null
        rights_override: string | null
        rights_override_at: string | null
        size_bytes: number
        source: string | null
        storage_path: string
        thumbnail_path: string | null
        uploaded_by: string | null
        usable_from: string | null
        usable_until: string | null
        width: number | null
      }, 'alt_text' | 'caption' | 'created_at' | 'credit' | 'focus' | 'height' | 'id' | 'licence' | 'licence_url' | 'made_by' | 'release_on_file' | 'restriction' | 'rights_override' | 'rights_override_at' | 'source' | 'thumbnail_path' | 'uploaded_by' | 'usable_from' | 'usable_until' | 'width', never>
      media_focus_proposals: Table<{
        focus: number[]
        media_id: string
      }, never, never>
      menus: Table<{
        id: string
        items: Json
        updated_at: string
        version: number
      }, 'updated_at' | 'version', never>
      name_requests: Table<{
        created_at: string
        declined_at: string | null
        name: string
        profile_id: string
      }, 'created_at' | 'declined_at' | 'profile_id', never>
      notification_choices: Table<{
        choice: Database['public']['Enums']['notification_choice']
        kind: Database['public']['Enums']['notification_kind']
        profile_id: string
      }, never, never>
      notifications: Table<{
        actor_id: string | null
        article_id: string | null
        by_mail: boolean
        comment_id: string | null
        created_at: string
        due_on: string | null
        id: string
        kind: Database['public']['Enums']['notification_kind']
        letter_id: string | null
        mail_id: string | null
        mailed_at: string | null
        plan_id: string | null
        read_at: string | null
        recipient_id: string
        task_id: string | null
      }, 'actor_id' | 'article_id' | 'comment_id' | 'created_at' | 'due_on' | 'id' | 'letter_id' | 'mail_id' | 'mailed_at' | 'plan_id' | 'read_at' | 'task_id', never>
      pages: Table<{
        author_id: string | null
        content: Json
        created_at: string
        excerpt: string | null
        id: string
        meta_description: string | null
        meta_title: string | null
        modified_at: string
        parent_id: string | null
        slug: string
        status: string
        title: string
        updated_at: string
        version: number
      }, 'author_id' | 'content' | 'created_at' | 'excerpt' | 'id' | 'meta_description' | 'meta_title' | 'modified_at' | 'parent_id' | 'status' | 'updated_at' | 'version', never>
      plan_tasks: Table<{
        done_at: string | null
        due_on: string | null
        id: string
        kind: string
        person_id: string | null
        plan_id: string
        position: number
      }, 'done_at' | 'due_on' | 'id' | 'person_id' | 'position', never>
      plans: Table<{
        article_id: string | null
        brief: string
        category_id: string | null
        created_at: string
        created_by: string | null
        id: string
        letter_id: string | null
        person_id: string | null
        planned_on: string | null
        priority: string
        title: string | null
        updated_at: string
        version: number
      }, 'article_id' | 'brief' | 'category_id' | 'created_at' | 'created_by' | 'id' | 'letter_id' | 'person_id' | 'planned_on' | 'priority' | 'title' | 'updated_at' | 'version', never>
      preview_links: Table<{
        article_id: string
        created_at: string
        created_by: string | null
        ended_with_maker: boolean
        id: string
        opened_at: string | null
        openings: number
        revoked_at: string | null
        token_hash: string
        until: string
      }, 'created_at' | 'created_by' | 'ended_with_maker' | 'id' | 'opened_at' | 'openings' | 'revoked_at', never>
      profiles: Table<{
        created_at: string
        email: string | null
        email_confirmed: boolean
        full_name: string | null
        id: string
        name_confirmed: boolean
        removed_at: string | null
        role: Database['public']['Enums']['app_role']
        updated_at: string
      }, 'created_at' | 'email' | 'email_confirmed' | 'full_name' | 'name_confirmed' | 'removed_at' | 'role' | 'updated_at', never>
      proposed_people: Table<{
        created_at: string
        id: string
        name: string
        profile_id: string | null
        proposed_by: string | null
      }, 'created_at' | 'id' | 'profile_id' | 'proposed_by', never>
      publish_outbox: Table<{
        build_id: number | null
        created_at: string
        due_at: string
        entity: string
        entity_id: string
        id: number
        is_silent: boolean
        posted_at: string | null
        processed_at: string | null
      }, 'build_id' | 'created_at' | 'due_at' | 'is_silent' | 'posted_at' | 'processed_at', 'id'>
      publish_problems: Table<{
        entity: string
        entity_id: string
        reason: string
        since: string
      }, 'since', never>
      sections: Table<{
        accent: string | null
        button_order: string
        button_tags: string[]
        buttons: string
        count_names: string
        created_at: string
        description: string
        empty_links: string
        home_position: number | null
        id: string
        in_navigation: boolean
        position: number
        slug: string
        title: string
        updated_at: string
        version: number
      }, 'accent' | 'button_order' | 'button_tags' | 'buttons' | 'count_names' | 'created_at' | 'description' | 'empty_links' | 'home_position' | 'id' | 'in_navigation' | 'position' | 'updated_at' | 'version', never>
      site_settings: Table<{
        contact_email: string | null
        contact_enabled: boolean
        date_language: string | null
        id: string
        index_now: boolean
        language: string
        min_password_length: number
        newsletter_confirm: boolean
        newsletter_enabled: boolean
        require_second_factor: boolean
        required_checks: string[]
        sign_up_open: boolean
        site_name: string
        social_label: string
        social_url: string | null
        tagline: string
        texts: Json
        time_zone: string | null
        updated_at: string
        version: number
      }, 'contact_email' | 'contact_enabled' | 'date_language' | 'id' | 'index_now' | 'language' | 'min_password_length' | 'newsletter_confirm' | 'newsletter_enabled' | 'require_second_factor' | 'required_checks' | 'sign_up_open' | 'site_name' | 'social_label' | 'social_url' | 'tagline' | 'texts' | 'time_zone' | 'updated_at' | 'version', never>
      slug_redirects: Table<{
        article_id: string | null
        created_at: string
        entity_id: string | null
        id: number
        kind: string
        old_path: string
        old_slug: string
        page_id: string | null
        target: string | null
      }, 'article_id' | 'created_at' | 'entity_id' | 'kind' | 'page_id' | 'target', 'id' | 'old_path'>
      subscribers: Table<{
        confirmed_at: string | null
        consent_at: string | null
        consent_source: string
        consent_version: string | null
        consent_wording: string | null
        data_requested_at: string | null
        email: string
        erasure_requested_at: string | null
        first_name: string | null
        id: string
        preferences: Json
        source_page: string | null
        status: string
        subscribed_at: string
        unsubscribed_at: string | null
        unsubscribed_from: string | null
      }, 'confirmed_at' | 'consent_at' | 'consent_source' | 'consent_version' | 'consent_wording' | 'data_requested_at' | 'erasure_requested_at' | 'first_name' | 'id' | 'preferences' | 'source_page' | 'status' | 'subscribed_at' | 'unsubscribed_at' | 'unsubscribed_from', never>
      suppressions: Table<{
        at: string
        by_id: string | null
        digest: string
        email: string | null
        id: string
        lifted_at: string | null
        reason: string
        topic: string | null
      }, 'at' | 'by_id' | 'email' | 'id' | 'lifted_at' | 'topic', never>
      tags: Table<{
        created_at: string
        id: string
        name: string
        slug: string
      }, 'created_at' | 'id', never>
      theme: Table<{
        dark: Json
        former: Json | null
        id: string
        light: Json
        updated_at: string
        version: number
      }, 'former' | 'id' | 'updated_at' | 'version', never>
    }
    Views: {
    }
    Functions: {
      add_archive_lines: Call<{ p_archive: string | null; p_lines: Json | null }, undefined>
      announce_actor: Call<{ p_account: string | null; p_actor: string | null }, undefined>
      announce_own_change: Call<Record<PropertyKey, never>, undefined>
      announce_removal: Call<{ p_account: string | null; p_actor: string | null; p_heir: string | null }, undefined>
      begin_build: Call<{ p_lease: number | null; p_kind?: string | null; p_running?: number[] | null; p_joins?: boolean | null }, Json>
      begin_export: Call<{ p_parts: string[] | null }, Json>
      begin_letter_slice: Call<{ p_adapter: string | null; p_address: string | null; p_problem: string | null; p_seconds: number | null }, boolean>
      begin_magazine: Call<{ p_opened: Json | null; p_settings: Json | null; p_sections: Json | null; p_theme: Json | null; p_keep?: string[] | null }, Json>
      bulk_change: Call<{ p_table: string | null; p_rows: Json | null; p_act: string | null; p_with?: Json | null; p_dry_run?: boolean | null }, Json>
      can_write_article: Call<{ p_article: string | null }, boolean>
      cancel_letter: Call<{ p_id: string | null }, undefined>
      check_restore: Call<{ p_archive: string | null }, Json>
      claim_letter_mails: Call<{ p_sender: string | null; p_limit: number | null; p_seconds?: number | null }, Json>
      claim_mail: Call<Record<PropertyKey, never>, { id: string | null; kind: string | null; email: string | null; content: Json | null }[]>
      confirm_person: Call<{ p_id: string | null }, undefined>
      count_articles: Call<{ p_groups: string[] | null }, { id: string | null; articles: number | null }[]>
      count_left_letter: Call<{ p_token: string | null; p_recipient: string | null }, undefined>
      count_link_check: Call<{ p_person: string | null }, boolean>
      count_open_articles: Call<{ p_author: string | null }, number>
      count_open_threads: Call<{ p_articles: string[] | null }, { article_id: string | null; threads: number | null }[]>
      count_reading: Call<{ p_reading: string | null }, undefined>
      count_stories_of: Call<{ p_person: string | null }, number>
      count_unread_notifications: Call<Record<PropertyKey, never>, number>
      count_view: Call<{ p_slug: string | null }, undefined>
      create_preview_link: Call<{ p_article: string | null; p_until: string | null }, string>
      credit_account: Call<{ p_account: string | null }, string>
      current_role_name: Call<Record<PropertyKey, never>, Database['public']['Enums']['app_role']>
      decline_name: Call<{ p_profile: string | null; p_name: string | null }, undefined>
      delete_media: Call<{ p_media: string | null; p_even_if_used?: boolean | null }, string[]>
      describe_archive: Call<{ p_parts: string[] | null }, Json>
      due_letters: Call<Record<PropertyKey, never>, Json>
      end_archive: Call<{ p_archive: string | null }, undefined>
      end_own_sessions: Call<{ p_session?: string | null }, number>
      erase_subscriber: Call<{ p_id: string | null }, undefined>
      find_stories: Call<{ p_text?: string | null; p_category?: string | null; p_author?: string | null; p_least?: number | null; p_most?: number | null; p_usual?: number | null; p_sort?: string | null; p_skip?: number | null; p_take?: number | null }, Json>
      find_titles: Call<{ p_text: string | null; p_take?: number | null }, { title: string | null }[]>
      finish_build: Call<{ p_lease: number | null; p_build: number | null; p_events: number[] | null; p_stats: Json | null; p_error?: string | null }, number>
      finish_letter_mails: Call<{ p_claim: string | null; p_outcomes: Json | null; p_problem?: string | null }, undefined>
      finish_mail: Call<{ p_id: string | null; p_error: string | null }, undefined>
      finish_restore: Call<{ p_archive: string | null; p_level: string | null; p_lines: number | null }, undefined>
      free_letter_slug: Call<{ p_id: string | null; p_base: string | null }, string>
      freeze_letter: Call<{ p_id: string | null; p_version: number | null; p_slug: string | null; p_content: Json | null; p_html: string | null; p_plain_text: string | null }, Json>
      get_accounts_with_factor: Call<Record<PropertyKey, never>, { id: string | null }[]>
      get_article_counts: Call<Record<PropertyKey, never>, { status: string | null; articles: number | null }[]>
      get_audit_actors: Call<Record<PropertyKey, never>, { id: string | null; name: string | null }[]>
      get_author_names: Call<Record<PropertyKey, never>, { id: string | null; full_name: string | null }[]>
      get_author_sync: Call<Record<PropertyKey, never>, { author_id: string | null; name: string | null; email: string | null; profile_id: string | null; action: string | null }[]>
      get_branding: Call<Record<PropertyKey, never>, { id: string | null; logo: string | null; logo_dark: string | null; icon: string | null; share_picture: string | null }[]>
      get_build_hook_call: Call<Record<PropertyKey, never>, { status: string | null; called_at: string | null; attempts: number | null; error: string | null }[]>
      get_calendar: Call<{ p_token: string | null }, Json>
      get_clock: Call<Record<PropertyKey, never>, Json>
      get_colleagues: Call<Record<PropertyKey, never>, { id: string | null; full_name: string | null; has_left: boolean | null }[]>
      get_comment_people: Call<{ p_article: string | null; p_letter?: string | null }, { id: string | null; full_name: string | null; name_confirmed: boolean | null; hint: string | null; can_be_mentioned: boolean | null; is_guest: boolean | null }[]>
      get_dashboard_counts: Call<{ p_previous: string | null; p_current: string | null; p_until: string | null }, { kind: string | null; total: number | null; current: number | null; previous: number | null }[]>
      get_demo_content: Call<Record<PropertyKey, never>, { kind: string | null; id: string | null; title: string | null; is_changed: boolean | null }[]>
      get_fact_labels: Call<Record<PropertyKey, never>, { label: string | null }[]>
      get_letters: Call<Record<PropertyKey, never>, { id: string | null; slug: string | null; content: Json | null; frozen_at: string | null; withdrawn_files: string[] | null }[]>
      get_live_fronts: Call<Record<PropertyKey, never>, { id: string | null; page: string | null; live_from: string | null; blocks: Json | null }[]>
      get_mailing_list: Call<{ p_after?: string | null; p_limit?: number | null }, { id: string | null; email: string | null; first_name: string | null; preferences: Json | null; unsubscribe_token: string | null }[]>
      get_missing_factor: Call<Record<PropertyKey, never>, string>
      get_name_questions: Call<Record<PropertyKey, never>, { profile_id: string | null; email: string | null; full_name: string | null; asked_name: string | null; is_request: boolean | null; created_at: string | null; author_name: string | null; is_name_of_another: boolean | null; stories: number | null }[]>
      get_notification_choices: Call<Record<PropertyKey, never>, { kind: Database['public']['Enums']['notification_kind'] | null; choice: Database['public']['Enums']['notification_choice'] | null }[]>
      get_notifications: Call<{ p_limit: number | null; p_only_unread?: boolean | null }, { ids: string[] | null; kind: Database['public']['Enums']['notification_kind'] | null; actor: string | null; actors: number | null; article_id: string | null; plan_id: string | null; thread_id: string | null; title: string | null; tasks: string[] | null; is_whole: boolean | null; due_on: string | null; words: string | null; may_edit: boolean | null; created_at: string | null; read_at: string | null; actor_confirmed: boolean | null; letter_id: string | null }[]>
      get_people_hints: Call<{ p_ids: string[] | null }, { id: string | null; hint: string | null }[]>
      get_public_author_profiles: Call<Record<PropertyKey, never>, { id: string | null; slug: string | null; name: string | null; role: string | null; bio: string | null; image_url: string | null; email: string | null; created_at: string | null; social_links: Json | null; profile_id: string | null; team_position: number | null }[]>
      get_publish_numbers: Call<{ p_from: string | null; p_until: string | null }, Json>
      get_publish_state: Call<{ p_article: string | null }, { event_id: number | null; due_at: string | null; created_at: string | null; processed_at: string | null; status: string | null; duration_ms: number | null; error: string | null }[]>
      get_reading_numbers: Call<{ p_from: string | null; p_until: string | null; p_before_from: string | null; p_before_until: string | null }, Json>
      get_readings: Call<{ p_articles: string[] | null; p_from: string | null }, { id: string | null; opened: number | null; begun: number | null; read: number | null; measured: number | null }[]>
      get_redirect_targets: Call<{ p_redirects: number[] | null }, { id: number | null; target: string | null }[]>
      get_story_numbers: Call<{ p_from: string | null; p_until: string | null }, Json>
      get_subscriber_data: Call<{ p_id: string | null }, Json>
      get_subscriber_mail_state: Call<Record<PropertyKey, never>, { waiting: number | null; given_up: number | null; error: string | null }[]>
      get_subscriber_numbers: Call<{ p_from: string | null; p_until: string | null }, Json>
      get_subscriber_overview: Call<{ month_start: string | null }, { total: number | null; active: number | null; this_month: number | null; pending: number | null; unsubscribed: number | null; requests: number | null; sources: string[] | null }[]>
      get_undo_token: Call<{ p_token: string | null }, string>
      get_waiting: Call<{ p_today: string | null }, { kind: string | null; total: number | null; id: string | null; article_id: string | null; title: string | null; detail: string | null; person_id: string | null; at: string | null; day: string | null; letter_id: string | null }[]>
      has_role: Call<{ roles: Database['public']['Enums']['app_role'][] | null }, boolean>
      hold_letter: Call<{ p_id: string | null }, undefined>
      hold_letter_for_problem: Call<{ p_id: string | null; p_problem: string | null }, undefined>
      index_restored_stories: Call<{ p_most: number | null }, number>
      is_media_published: Call<{ p_media: string | null }, boolean>
      leave_letter: Call<{ p_token: string | null; p_recipient: string | null; p_by: string | null }, string>
      letter_audience: Call<{ p_topic: string | null }, Json>
      letter_numbers: Call<{ p_id: string | null }, Json>
      letter_sender_state: Call<Record<PropertyKey, never>, Json>
      lift_suppression: Call<{ p_id: string | null }, undefined>
      list_article_revisions: Call<{ p_article: string | null; p_every?: boolean | null; p_before?: number | null }, { id: number | null; kind: string | null; created_at: string | null; created_by: string | null; author_name: string | null; status: string | null; changed: string[] | null; is_first: boolean | null }[]>
      list_media_without_focus_proposal: Call<{ p_take?: number | null }, { id: string | null; storage_path: string | null; thumbnail_path: string | null }[]>
      list_own_sessions: Call<Record<PropertyKey, never>, { id: string | null; user_agent: string | null; created_at: string | null; last_used_at: string | null; is_current: boolean | null }[]>
      log_export: Call<{ p_what: string | null; p_rows: number | null }, undefined>
      may_preview: Call<{ p_article: string | null }, boolean>
      media_totals: Call<{ p_kind?: string | null; p_words?: Json | null; p_uploader?: string | null }, { files: number | null; bytes: number | null }[]>
      media_usage: Call<{ p_media: string | null }, { kind: string | null; id: string | null; title: string | null; status: string | null; places: string[] | null }[]>
      merge_people: Call<{ p_from: string | null; p_into: string | null }, undefined>
      merge_tags: Call<{ p_from: string | null; p_into: string | null }, undefined>
      must_ask_for_name: Call<Record<PropertyKey, never>, boolean>
      needs_sender_check: Call<{ p_id: string | null }, boolean>
      note_demo_settings: Call<{ p_settings: Json | null }, undefined>
      offer_first_account: Call<Record<PropertyKey, never>, string>
      open_preview: Call<{ p_token: string | null; p_counts?: boolean | null }, Json>
      open_subscriber_link: Call<{ p_token: string | null }, string>
      order_sections: Call<{ p_ids: string[] | null; p_home?: boolean | null }, undefined>
      order_team: Call<{ p_ids: string[] | null }, undefined>
      predict_change: Call<{ p_changes: Json | null; p_at?: string | null }, Json>
      preview_story: Call<{ p_article: string | null; p_patch: Json | null; p_tags?: string[] | null }, Json>
      published_files: Call<{ p_words?: Json | null }, Database['public']['Tables']['media']['Row'][]>
      read_export: Call<{ p_archive: string | null; p_after: number | null }, Json>
      read_notifications: Call<{ p_ids: string[] | null; p_until?: string | null }, undefined>
      record_letter_adapter: Call<{ p_adapter: string | null; p_address: string | null }, undefined>
      record_mail_event: Call<{ p_provider: string | null; p_event_id: string | null; p_kind: string | null; p_at: string | null; p_recipient?: string | null; p_provider_id?: string | null; p_words?: string | null }, boolean>
      record_readers: Call<{ p_lease: number | null; p_build: number | null; p_readers: string | null }, undefined>
      register_magazine: Call<{ p_magazine: Json | null }, undefined>
      release_publisher_lease: Call<{ p_number: number | null }, undefined>
      remove_person_without_account: Call<{ p_person: string | null }, boolean>
      remove_section: Call<{ p_id: string | null; p_version: number | null; p_into?: string | null }, undefined>
      renew_calendar_token: Call<Record<PropertyKey, never>, string>
      renew_publisher_lease: Call<{ p_number: number | null }, undefined>
      replace_media: Call<{ p_media: string | null; p_file: Json | null }, string[]>
      request_subscriber_mail: Call<{ p_email: string | null; p_purpose: string | null }, undefined>
      restore_section: Call<{ p_id: string | null }, undefined>
      resume_letter: Call<{ p_id: string | null }, undefined>
      revoke_preview_link: Call<{ p_link: string | null }, undefined>
      save_article: Call<{ p_id: string | null; p_version: number | null; p_article: Json | null; p_tags?: string[] | null; p_copy_version?: number | null; p_note?: string | null }, Database['public']['Tables']['articles']['Row']>
      save_front: Call<{ p_id: string | null; p_version: number | null; p_base: string | null; p_front: Json | null }, Database['public']['Tables']['front_versions']['Row']>
      save_letter: Call<{ p_id: string | null; p_version: number | null; p_letter: Json | null }, Database['public']['Tables']['letters']['Row']>
      save_menu: Call<{ p_menu: string | null; p_version: number | null; p_items: Json | null }, Database['public']['Tables']['menus']['Row']>
      save_page: Call<{ p_id: string | null; p_version: number | null; p_page: Json | null }, Database['public']['Tables']['pages']['Row']>
      save_plan: Call<{ p_id: string | null; p_version: number | null; p_plan: Json | null; p_tasks: Json | null }, Database['public']['Tables']['plans']['Row']>
      save_section: Call<{ p_id: string | null; p_version: number | null; p_section: Json | null }, Database['public']['Tables']['sections']['Row']>
      save_template: Call<{ p_id: string | null; p_version: number | null; p_template: Json | null; p_tags: string[] | null }, Database['public']['Tables']['article_templates']['Row']>
      schedule_letter: Call<{ p_id: string | null; p_version: number | null; p_send_at?: string | null }, undefined>
      send_back: Call<{ p_article: string | null; p_note: string | null }, undefined>
      set_first_calendar: Call<{ p_time_zone: string | null; p_date_language: string | null }, undefined>
      set_public_name: Call<{ p_profile: string | null; p_name: string | null }, undefined>
      set_publish_problems: Call<{ p_lease: number | null; p_problems: Json | null }, undefined>
      set_task_done: Call<{ p_task: string | null; p_done: boolean | null }, undefined>
      slug_taken: Call<{ p_slug: string | null; p_article: string | null }, boolean>
      slugify: Call<{ value: string | null }, string>
      start_story: Call<{ p_plan: string | null }, string>
      start_thread: Call<{ p_thread: Json | null; p_body: string | null }, string>
      subscriber_preferences: Call<{ p_token: string | null; p_chosen?: Json | null }, Json>
      suppress_address: Call<{ p_email: string | null; p_topic?: string | null }, undefined>
      take_first_account: Call<{ p_token: string | null; p_profile?: string | null }, undefined>
      take_over_letter_claims: Call<{ p_sender: string | null; p_repeats: number | null; p_seconds?: number | null }, Json>
      take_publisher_lease: Call<{ p_holder: string | null }, Json>
      undo_import: Call<{ p_import: string | null; p_limit?: number | null }, Json>
      undo_unsubscribe: Call<{ p_token: string | null }, string>
      unschedule_letter: Call<{ p_id: string | null }, undefined>
      unsubscribe: Call<{ p_token: string | null }, string>
      write_imported_rows: Call<{ p_import: string | null; p_rows: Json | null }, Json>
    }
    Enums: {
      app_role: 'super_admin' | 'editor' | 'contributor' | 'viewer'
      notification_choice: 'mail' | 'bell' | 'none'
      notification_kind: 'assigned' | 'due' | 'submitted' | 'sent_back' | 'mentioned' | 'commented' | 'published'
    }
    CompositeTypes: { [_ in never]: never }
  }
}
